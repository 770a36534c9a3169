// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/pending_work.hpp"

#include <algorithm>

namespace clustersim {
namespace {

bool waits_for_nodes(slurm::Job const& job) {
    return job.reason == slurm::Reason::none || job.reason == slurm::Reason::priority ||
           job.reason == slurm::Reason::resources;
}

}  // namespace

double pending_work(slurm::ClusterState const& state,
                    WatchedPartition const& watched,
                    std::string_view except) {
    slurm::Site const& site = *state.config.site;
    std::int32_t const partition = site.find_partition(watched.name).value();
    std::size_t const unit =
        watched.counts_nodes ? slurm::tres::node : site.tres.find("gres/gpu").value();
    double work = 0.0;
    for (slurm::JobSlot const slot : state.jobs.pending()) {
        slurm::Job const& job = state.jobs.at(slot);
        if (!waits_for_nodes(job)) continue;
        if (!except.empty() && job.spec->request.user == except) continue;
        auto const& choices = job.spec->choices;
        if (std::ranges::find(choices, partition, &slurm::PartitionChoice::partition) ==
            choices.end())
            continue;
        slurm::TresCounts const& counts = job.spec->tres;
        std::int64_t const amount = unit < counts.size() ? counts[unit] : 0;
        double const seconds = 60.0 * static_cast<double>(job.limit ? job.limit->count : 0);
        work += seconds * static_cast<double>(amount) * job.tasks();
    }
    return work;
}

}  // namespace clustersim
