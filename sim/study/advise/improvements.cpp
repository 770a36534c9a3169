// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/improvements.hpp"

#include "sim/core/quantity_text.hpp"

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

std::string text_of(Seconds time) {
    return fmt::format("{} s", time.count);
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
                                               asked_.document,
                                               false});
    }

    void set(Improvement& one, std::string_view key, std::string value) {
        set_job_key(one.document, asked_.job, key, std::move(value), one.place);
    }

    void limit_to(Seconds limit, Seconds runtime, std::string condition) {
        if (limit.count * 10 > asked_.limit.count * 9) return;
        Improvement& one =
            add(fmt::format("--time={}", time_option(limit)), std::move(condition), {"time"});
        set(one, "walltime", text_of(limit));
        set(one, "runtime", text_of(runtime));
        drop_job_key(one.document, asked_.job, "time-min");
        one.only_bounds = !asked_.knows_runtime;
    }

    void propose_shorter_limits() {
        auto const limit = static_cast<double>(asked_.limit.count);
        if (asked_.knows_runtime) {
            Seconds const enough = round_limit(margin * static_cast<double>(asked_.runtime.count));
            limit_to(enough, asked_.runtime, "20 % above the run time");
            return;
        }
        for (double const share : {0.5, 0.25}) {
            Seconds const shorter = round_limit(share * limit);
            limit_to(shorter, shorter, "if that is enough");
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
        set(one, "time-min", text_of(least));
        one.only_bounds = !asked_.knows_runtime;
    }

    void propose_qos() {
        for (AdmittingQos const& qos : asked_.place.qos) {
            if (asked_.place.qos.size() < 2 || qos.slurm_name == asked_.qos ||
                qos.name == asked_.qos)
                continue;
            Improvement& one = add(fmt::format("--qos={}", qos.slurm_name), "", {"qos"});
            ConfigNode value = one.place;
            value.kind = ConfigNode::Kind::scalar;
            value.scalar = qos.name;
            set_value(one.document, "qos", std::move(value));
        }
    }

    void propose_fewer_nodes() {
        if (asked_.nodes.nodes < 2 || asked_.nodes.nodes % 2 != 0) return;
        Seconds const limit{2 * asked_.limit.count};
        int const nodes = asked_.nodes.nodes / 2;
        Improvement& one = add(fmt::format("--nodes={} --time={}", nodes, time_option(limit)),
                               "at twice the time",
                               {"nodes", "ntasks", "gpus"});
        set(one, "nodes", std::to_string(nodes));
        set(one, "walltime", text_of(limit));
        set(one, "runtime", text_of(Seconds{2 * asked_.runtime.count}));
    }

    void propose_any_features() {
        if (script_.request.constraint.empty()) return;
        Improvement& one = add("without --constraint", "if any node will do", {"constraint"});
        drop_job_key(one.document, asked_.job, "features");
    }

    void propose_shared_nodes() {
        if (script_.request.exclusive != slurm::Exclusive::whole_nodes) return;
        if (asked_.partitions.all.front()->exclusive) return;
        Improvement& one = add("without --exclusive", "if it can share its nodes", {"exclusive"});
        drop_job_key(one.document, asked_.job, "exclusive");
        if (asked_.nodes.gpus > 0) set(one, "gpus", std::to_string(asked_.nodes.gpus));
        if (asked_.nodes.cores) set(one, "cores", std::to_string(*asked_.nodes.cores));
        if (asked_.nodes.memory)
            set(one, "memory", print_exact(asked_.nodes.memory->si(), Dimension::data));
    }

    void propose_array_widths() {
        std::string const& array = script_.request.array;
        auto const percent = array.find('%');
        if (percent == std::string::npos) return;
        Improvement& free = add(
            fmt::format("--array={}", array.substr(0, percent)), "all tasks at once", {"array"});
        set(free, "array", array.substr(0, percent));
        int width = 0;
        for (char const c : array.substr(percent + 1)) {
            if (c < '0' || c > '9' || width > 1'000'000) return;
            width = 10 * width + (c - '0');
        }
        std::string const wider = fmt::format("{}%{}", array.substr(0, percent), 2 * width);
        Improvement& twice = add(fmt::format("--array={}", wider), "", {"array"});
        set(twice, "array", wider);
    }

    /// Two jobs of half the time, the second after the first.
    void propose_chain() {
        if (asked_.limit < shortest_chain || !script_.request.array.empty()) return;
        Seconds const half = round_limit(0.5 * static_cast<double>(asked_.limit.count));
        Seconds const work{(asked_.runtime.count + 1) / 2};
        Improvement& one = add(
            fmt::format("two jobs of --time={}", time_option(half)), "from a checkpoint", {"time"});
        set(one, "walltime", text_of(half));
        set(one, "runtime", text_of(work));
        drop_job_key(one.document, asked_.job, "time-min");
        for (ConfigNode::Entry& block : one.document.entries) {
            if (block.key != "jobs") continue;
            ConfigNode::Entry second = block.value.entries.front();
            second.key += " (2)";
            block.value.entries.push_back(std::move(second));
        }
        set_job_key(one.document,
                    fmt::format("{} (2)", asked_.job),
                    fmt::format("after.{}", asked_.job),
                    "ok",
                    one.place);
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
