// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/job_classes.hpp"

#include "sim/study/size_class.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 3> user_classes{
    "heavy users", "medium users", "light users"};
constexpr double heavy_share = 0.5;
constexpr double medium_share = 0.9;

double cpu_seconds(PastJob const& job) {
    Seconds const run = job.run().value_or(Seconds{});
    return static_cast<double>(job.cpus) * static_cast<double>(run.count);
}

/// The class of every user of the first side.
std::map<std::string, std::size_t> users_of(DiffSide const& side) {
    std::map<std::string, double> use;
    double all = 0.0;
    for (DiffSample const& sample : side.samples) {
        for (PastJob const& job : sample.past.jobs) {
            use[sample.past.user_of(job)] += cpu_seconds(job);
            all += cpu_seconds(job);
        }
    }
    std::vector<std::pair<double, std::string>> order;
    for (auto const& [user, seconds] : use) order.emplace_back(-seconds, user);
    std::ranges::sort(order);
    std::map<std::string, std::size_t> classes;
    double before = 0.0;
    for (auto const& [negative, user] : order) {
        classes[user] = before < heavy_share * all ? 0U : before < medium_share * all ? 1U : 2U;
        before -= negative;
    }
    return classes;
}

/// True if some jobs of a side had GPUs and others had none.
bool has_both(DiffSide const& side) {
    bool with = false;
    bool without = false;
    for (DiffSample const& sample : side.samples)
        for (PastJob const& job : sample.past.jobs)
            if (job.started()) (job.gpus.value_or(0) > 0 ? with : without) = true;
    return with && without;
}

using JobKey = std::pair<std::int64_t, std::int32_t>;

JobKey key_of(PastJob const& job) {
    return {job.id, job.task};
}

/// What a job's classes depend on.
struct Traits {
    std::int32_t nodes = 0;
    std::int32_t gpus = 0;
    std::string partition;
    std::size_t sides = 0;  ///< on which it started
};

Traits traits_of(PastJob const& job, Past const& past) {
    return {job.nodes.value_or(0), job.gpus.value_or(0), past.queue_of(job)};
}

/// The traits of the jobs of one sample that started on every side, from the first side.
std::map<JobKey, Traits> traits_in(DiffSides const& sides, std::size_t sample) {
    std::map<JobKey, Traits> traits;
    for (DiffSide const& side : sides.sides) {
        Past const& past = side.samples[sample].past;
        for (PastJob const& job : past.jobs)
            if (job.started())
                ++traits.try_emplace(key_of(job), traits_of(job, past)).first->second.sides;
    }
    std::erase_if(traits, [&](auto const& one) { return one.second.sides < sides.sides.size(); });
    return traits;
}

/// Numbers the classes in the order of divisions, and of names within one.
class ClassList {
  public:
    std::size_t add(std::string const& division, std::size_t rank, std::string const& name) {
        return places_.try_emplace({division, rank, name}, places_.size()).first->second;
    }
    /// The classes in order, and the new place of each old one.
    std::pair<std::vector<JobClass>, std::vector<std::size_t>> sorted() const {
        constexpr std::array<std::string_view, 5> divisions{
            "all", "size", "devices", "user", "partition"};
        std::vector<JobClass> classes;
        std::vector<std::size_t> place(places_.size());
        for (std::string_view const division : divisions) {
            for (auto const& [key, old] : places_) {
                if (std::get<0>(key) != division) continue;
                place[old] = classes.size();
                classes.push_back({std::get<0>(key), std::get<2>(key)});
            }
        }
        return {std::move(classes), std::move(place)};
    }

  private:
    std::map<std::tuple<std::string, std::size_t, std::string>, std::size_t> places_;
};

}  // namespace

JobClasses classify(DiffSides const& sides) {
    ClassList list;
    JobClasses out;
    auto const users = users_of(sides.sides.front());
    bool const both = has_both(sides.sides.front());
    out.of_job.resize(sides.sides.size());
    for (std::size_t k = 0; k < sides.sides.front().samples.size(); ++k) {
        std::map<JobKey, Traits> const shared =
            sides.same_jobs ? traits_in(sides, k) : std::map<JobKey, Traits>{};
        for (std::size_t s = 0; s < sides.sides.size(); ++s) {
            auto& of_sample = out.of_job[s].emplace_back();
            Past const& past = sides.sides[s].samples[k].past;
            for (PastJob const& job : past.jobs) {
                auto& own = of_sample.emplace_back();
                auto const found = shared.find(key_of(job));
                if (found == shared.end() && (sides.same_jobs || !job.started())) continue;
                Traits const traits = found != shared.end() ? found->second : traits_of(job, past);
                auto const user = users.find(past.user_of(job));
                std::size_t const rank = user != users.end() ? user->second : 2U;
                std::size_t const size = size_class_of(traits.nodes);
                own = {list.add("all", 0, "all jobs"),
                       list.add("size", size, size_class_name(size, "node")),
                       list.add("user", rank, std::string(user_classes.at(rank))),
                       list.add("partition", 0, traits.partition)};
                if (both)
                    own.push_back(traits.gpus > 0 ? list.add("devices", 0, "GPU jobs")
                                                  : list.add("devices", 1, "CPU jobs"));
            }
        }
    }
    auto [classes, place] = list.sorted();
    out.classes = std::move(classes);
    for (auto& side : out.of_job)
        for (auto& sample : side)
            for (auto& job : sample)
                for (std::size_t& at : job) at = place[at];
    return out;
}

}  // namespace clustersim
