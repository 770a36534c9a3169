// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/input_choices.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// The number of archives of about a gigabyte, as WebDataset advises, but not more than files.
double usual_shards(DatasetSpec const& dataset) {
    constexpr double usual_size = 1e9;
    return std::clamp(std::ceil(dataset.size.si() / usual_size), 1.0, dataset.files);
}

struct Alternative {
    char const* name;
    char const* stage;  ///< null: read from the file system
};

std::vector<InputChoice> other_ways(JobSpec const& job,
                                    InputPlace place,
                                    Application const* application,
                                    TrainingPrediction const* prediction) {
    std::vector<InputChoice> found;
    constexpr std::array<Alternative, 3> ways{{{"archives read in sequence", nullptr},
                                               {"a copy on the disks of the nodes", "disk"},
                                               {"a copy in the memory of the nodes", "ram"}}};
    DatasetSpec const& own = *job.dataset;
    auto const from = store_of(job, place, "dataset", own.on);
    for (Alternative const& way : ways) {
        if (way.stage != nullptr ? own.stage == way.stage
                                 : own.shards > 0.0 && !own.jumps() && !own.stage)
            continue;
        JobSpec other = job;
        DatasetSpec& dataset = *other.dataset;
        bool const packs = dataset.shards == 0.0 || (own.jumps() && way.stage == nullptr);
        if (packs) dataset.shards = usual_shards(own);
        if (packs && own.format) dataset.format = DataFormat::tar;
        if (way.stage == nullptr) {
            dataset.random = false;
            dataset.read_size.reset();
        }
        dataset.stage = way.stage == nullptr ? std::nullopt : std::optional<std::string>(way.stage);
        dataset.unpack = !dataset.jumps();
        dataset.workers =
            std::min(dataset.workers, job.resources.cores.value_or(place.type->usable_cores));
        auto const costs = input_costs(other, place, application, prediction);
        if (!costs || !from) continue;
        InputChoice& choice = found.emplace_back();
        choice.name = way.name;
        choice.whole = costs->whole;
        choice.keys =
            packs
                ? fmt::format("{}shards: {:.0f}", own.format ? "format: tar, " : "", dataset.shards)
                : std::string();
        if (way.stage != nullptr)
            choice.keys += fmt::format("{}stage: {}", choice.keys.empty() ? "" : ", ", way.stage);
        if (own.jumps() && way.stage != nullptr) choice.keys += ", unpack: false";
        if (packs && own.shards == 0.0)
            choice.pack = packing_time({own.size, own.files, 0.0, 1.0, {}},
                                       *from,
                                       own.workers,
                                       job.resilience.storage_share);
    }
    std::ranges::stable_sort(found, {}, [](InputChoice const& c) { return c.whole.si(); });
    return found;
}

/// What the default quota of a project does not hold.
std::vector<std::string> over_quota(JobSpec const& job, Store const& from) {
    std::vector<std::string> remarks;
    DatasetSpec const& dataset = *job.dataset;
    double const files = dataset.stored_files();
    if (from.quota && dataset.size > *from.quota)
        remarks.push_back(
            fmt::format("{} exceeds the {} that a project has on {} unless it asks for more.",
                        human(dataset.size),
                        human(*from.quota),
                        from.name));
    if (from.files_quota && files > *from.files_quota)
        remarks.push_back(fmt::format("{} files exceed the {} that a project has on {} unless it "
                                      "asks for more; archives are few files.",
                                      human_number(files),
                                      human_number(*from.files_quota),
                                      from.name));
    return remarks;
}

}  // namespace

void add_input_choices(InputCosts& costs,
                       JobSpec const& job,
                       InputPlace place,
                       Application const* application,
                       TrainingPrediction const* prediction) {
    if (!job.dataset) return;
    if (auto const from = store_of(job, place, "dataset", job.dataset->on))
        for (std::string& remark : over_quota(job, *from)) costs.remarks.push_back(remark);
    if (prediction != nullptr) costs.others = other_ways(job, place, application, prediction);
}

}  // namespace clustersim
