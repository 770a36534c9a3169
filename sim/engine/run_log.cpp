// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/run_log.hpp"

#include "sim/slurm/site/counted_gres.hpp"

#include <bit>
#include <utility>

namespace clustersim {
namespace {

/// Accelerators that the job holds on one node.
std::int64_t devices_of(slurm::Site const& site, slurm::NodeShare const& share, bool whole_nodes) {
    if (!whole_nodes) return std::popcount(share.devices);
    return static_cast<std::int64_t>(slurm::listed_devices(site.record_of(share.node)));
}

}  // namespace

std::int64_t watched_units(slurm::Site const& site,
                           slurm::Allocation const& held,
                           slurm::NodeSet const& nodes,
                           WatchedPartition const& watched) {
    std::int64_t units = 0;
    for (slurm::NodeShare const& share : held.nodes)
        if (nodes.contains(share.node))
            units += watched.counts_nodes ? 1 : devices_of(site, share, held.whole_nodes);
    return units;
}

RunLog::RunLog(std::shared_ptr<slurm::Site const> site,
               slurm::NodeSet nodes,
               WatchedPartition watched)
    : site_(std::move(site)), nodes_(std::move(nodes)), watched_(std::move(watched)) {}

void RunLog::started(slurm::Job const& job, Instant now) {
    std::int64_t const units = watched_units(*site_, job.allocation, nodes_, watched_);
    if (units == 0) return;
    auto const partition = static_cast<std::size_t>(job.chosen().partition);
    open_[job.id] = runs_.jobs.size();
    PastJob& run = runs_.jobs.emplace_back();
    run.id = job.id;
    run.submit = job.submit;
    run.start = now;
    (watched_.counts_nodes ? run.nodes : run.gpus) = static_cast<std::int32_t>(units);
    run.user = runs_.users.number(job.spec->request.user);
    run.queue = runs_.queues.number(site_->partitions[partition].name);
}

void RunLog::ended(slurm::Job const& job, slurm::JobState /*run_state*/, Instant now) {
    auto const run = open_.find(job.id);
    if (run == open_.end()) return;
    runs_.jobs[run->second].end = now;
    open_.erase(run);
}

}  // namespace clustersim
