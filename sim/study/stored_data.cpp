// SPDX-License-Identifier: Apache-2.0
#include "sim/study/stored_data.hpp"

#include "models/storage/store.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace clustersim {
namespace {

/// The file system of that name; one without quotas if the machine's description has none.
FileSystem file_system_of(System const& system, std::string const& name) {
    auto const found = std::ranges::find(system.file_systems, name, &FileSystem::name);
    if (found != system.file_systems.end()) return *found;
    FileSystem unknown;
    unknown.name = "not described";
    return unknown;
}

}  // namespace

StoredData stored_data(ResolvedRun const& run, std::optional<Bytes> results) {
    System const& system = run.system->system;
    ResolvedJob const& job = run.jobs.front();
    std::string const first = default_store(system);
    StoredData out;
    if (auto const& dataset = job.spec.dataset)
        out.dataset = {file_system_of(system, dataset->on.value_or(first)),
                       dataset->size,
                       dataset->stored_files()};
    if (auto const& campaign = job.prediction.campaign) {
        out.checkpoint = {file_system_of(system, campaign->store),
                          campaign->size,
                          static_cast<double>(std::max(job.prediction.gpus, job.prediction.nodes))};
        double const intervals = campaign->plan.work / campaign->plan.interval;
        out.checkpoints = std::max(1.0, std::ceil(intervals - 1e-9));
    }
    if (results) out.results = {file_system_of(system, first), *results, 1.0};
    return out;
}

}  // namespace clustersim
