// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/improvements.hpp"

#include "sim/commands/advise/script_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace clustersim {
namespace {

constexpr std::int64_t minute = 60, hour = 3600;
/// A limit is this much longer than a run time that the user states.
constexpr double margin = 1.2;
/// A job below this is not worth a chain.
constexpr Seconds shortest_chain{2 * hour};

/// Rounded up to what people write: 5 minutes up to two hours, half an hour up to a day, then hours.
Seconds round_limit(double time) {
    std::int64_t const step = time <= 2.0 * hour    ? 5 * minute
                              : time <= 24.0 * hour ? 30 * minute
                                                    : hour;
    auto const seconds = round_up(clustersim::seconds(time)).count;
    return Seconds{(seconds + step - 1) / step * step};
}

std::int64_t minutes_of(Seconds time) {
    return (time.count + 59) / 60;
}

class Proposals {
  public:
    Proposals(JobScript const& script, AskedJob const& asked) : script_(script), asked_(asked) {}

    std::vector<Improvement> all() {
        propose_shorter_limits();
        propose_time_min();
        propose_qos();
        propose_fewer_nodes();
        propose_any_features();
        propose_shared_nodes();
        propose_array_widths();
        propose_chain();
        drop_repeated();
        return std::move(found_);
    }

  private:
    /// Short limits are rounded up to the same time.
    void drop_repeated() {
        std::set<std::string> seen;
        std::erase_if(found_,
                      [&](Improvement const& one) { return !seen.insert(one.change).second; });
    }

    Improvement& add(std::string change,
                     std::string condition,
                     std::initializer_list<std::string_view> options) {
        return found_.emplace_back(Improvement{std::move(change),
                                               std::move(condition),
                                               script_.place_of(options),
                                               script_.request,
                                               known(asked_.runtime)});
    }

    /// A run time that follows from the job's, if that is known.
    [[nodiscard]] std::optional<Seconds> known(Seconds runtime) const {
        return asked_.knows_runtime ? std::optional(runtime) : std::nullopt;
    }

    static void set_limit(Improvement& one, Seconds limit) {
        one.request.time_minutes = minutes_of(limit);
    }

    void limit_to(Seconds limit, std::string condition) {
        if (limit.count * 10 > asked_.limit.count * 9) return;
        Improvement& one =
            add(fmt::format("--time={}", time_option(limit)), std::move(condition), {"time"});
        set_limit(one, limit);
        one.request.time_min_minutes.reset();
        one.only_bounds = !asked_.knows_runtime;
    }

    void propose_shorter_limits() {
        auto const limit = static_cast<double>(asked_.limit.count);
        if (asked_.knows_runtime) {
            Seconds const enough = round_limit(margin * static_cast<double>(asked_.runtime.count));
            limit_to(enough, "20 % above the run time");
            return;
        }
        for (double const share : {0.5, 0.25}) {
            Seconds const shorter = round_limit(share * limit);
            limit_to(shorter, "if that is enough");
        }
    }

    void propose_time_min() {
        if (script_.request.time_min_minutes) return;
        auto const least = asked_.knows_runtime
                               ? round_limit(margin * static_cast<double>(asked_.runtime.count))
                               : round_limit(0.5 * static_cast<double>(asked_.limit.count));
        if (least.count * 10 > asked_.limit.count * 9) return;
        Improvement& one = add(fmt::format("--time-min={}", time_option(least)),
                               asked_.knows_runtime ? "" : "if it can stop early",
                               {"time"});
        one.request.time_min_minutes = minutes_of(least);
        one.only_bounds = !asked_.knows_runtime;
    }

    void propose_qos() {
        for (AdmittingQos const& qos : asked_.place.qos) {
            if (asked_.place.qos.size() < 2 || qos.slurm_name == asked_.qos ||
                qos.name == asked_.qos)
                continue;
            Improvement& one = add(fmt::format("--qos={}", qos.slurm_name), "", {"qos"});
            one.request.qos = qos.slurm_name;
        }
    }

    /// Half of the nodes, each of which does the same work twice.
    void propose_fewer_nodes() {
        if (asked_.nodes.nodes < 2 || asked_.nodes.nodes % 2 != 0) return;
        slurm::JobRequest half = script_.request;
        int const nodes = asked_.nodes.nodes / 2;
        half.min_nodes = half.max_nodes = nodes;
        if (half.ntasks) half.ntasks = (*half.ntasks + 1) / 2;
        for (slurm::GresRequest& one : half.gres) {
            if (one.scope != slurm::GresScope::per_job) continue;
            if (one.count % 2 != 0) return;
            one.count /= 2;
        }
        Seconds const limit{2 * asked_.limit.count};
        Improvement& one = add(fmt::format("--nodes={} --time={}", nodes, time_option(limit)),
                               "at twice the time",
                               {"nodes", "ntasks", "gpus"});
        one.request = std::move(half);
        set_limit(one, limit);
        one.runtime = known(Seconds{2 * asked_.runtime.count});
    }

    void propose_any_features() {
        if (script_.request.constraint.empty()) return;
        add("without --constraint", "if any node will do", {"constraint"})
            .request.constraint.clear();
    }

    void propose_shared_nodes() {
        if (script_.request.exclusive != slurm::Exclusive::whole_nodes) return;
        if (asked_.partitions.all.front()->exclusive) return;
        add("without --exclusive", "if it can share its nodes", {"exclusive"}).request.exclusive =
            slurm::Exclusive::no;
    }

    /// The tasks of the script, of which no more than `width` may run at one time; 0: any number.
    void add_array(std::string text, std::int32_t width, std::string condition) {
        slurm::ArrayRequest& array =
            add(fmt::format("--array={}", text), std::move(condition), {"array"}).request.array;
        array.text = std::move(text);
        array.limit = width;
    }

    void propose_array_widths() {
        slurm::ArrayRequest const& array = script_.request.array;
        auto const percent = array.text.find('%');
        if (percent == std::string::npos) return;
        std::string const indices = array.text.substr(0, percent);
        add_array(indices, 0, "all tasks at once");
        if (array.limit / 10 > 1'000'000) return;
        add_array(fmt::format("{}%{}", indices, 2 * array.limit), 2 * array.limit, "");
    }

    /// Two jobs of half the time, the second after the first.
    void propose_chain() {
        if (asked_.limit < shortest_chain || !script_.request.array.empty()) return;
        Seconds const half = round_limit(0.5 * static_cast<double>(asked_.limit.count));
        Seconds const work{(asked_.runtime.count + 1) / 2};
        Improvement& one = add(
            fmt::format("two jobs of --time={}", time_option(half)), "from a checkpoint", {"time"});
        set_limit(one, half);
        one.request.time_min_minutes.reset();
        one.runtime = work;
        one.in_two = true;
    }

    JobScript const& script_;
    AskedJob const& asked_;
    std::vector<Improvement> found_;
};

}  // namespace

std::vector<Improvement> improvements(JobScript const& script, AskedJob const& asked) {
    return Proposals(script, asked).all();
}

}  // namespace clustersim
