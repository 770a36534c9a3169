// SPDX-License-Identifier: Apache-2.0
#include "sim/study/stored_data.hpp"

#include "models/storage/store.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace clustersim {
namespace {

/// Files on the file system of that name; one without quotas if the machine's description has none.
StoredFiles
files_on(LoadedSystem const& machine, std::string const& name, Bytes size, double files) {
    auto const& known = machine.system.file_systems;
    auto const found = std::ranges::find(known, name, &FileSystem::name);
    if (found != known.end()) return {*found, size, files, storage_price(machine.document, name)};
    FileSystem unknown;
    unknown.name = "not described";
    return {unknown, size, files};
}

}  // namespace

StoredData stored_data(ResolvedRun const& run, std::optional<Bytes> results) {
    LoadedSystem const& machine = *run.system;
    ResolvedJob const& job = run.jobs.front();
    std::string const first = default_store(machine.system);
    StoredData out;
    if (auto const& dataset = job.spec.dataset)
        out.dataset =
            files_on(machine, dataset->on.value_or(first), dataset->size, dataset->stored_files());
    if (auto const& campaign = job.prediction.campaign) {
        bool const one_file = !job.spec.checkpoint->sharded.value_or(true);
        int const ranks = std::max(job.prediction.gpus, job.prediction.nodes);
        out.checkpoint = files_on(machine, campaign->store, campaign->size, one_file ? 1.0 : ranks);
        double const intervals = campaign->plan.work / campaign->plan.interval;
        out.checkpoints = std::max(1.0, std::ceil(intervals - 1e-9));
    }
    if (results) out.results = files_on(machine, first, *results, 1.0);
    return out;
}

}  // namespace clustersim
