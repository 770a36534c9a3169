// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/slurm/controller/job_story.hpp"
#include "sim/slurm/controller/smaller_request.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <span>
#include <string>

namespace clustersim::slurm {

/// One line about the job: user, partition, size, time limit.
std::string story_head(JobView const& job);

/// The events of a job, one line each, with the time since its submission. `names`: any snapshot of the same cluster.
/// Of several consecutive start estimates only the first and the last are shown.
Table story_table(Snapshot const& names, JobStory const& story);

/// What a pending job waited for at that moment: idle nodes of its partitions, pending jobs ahead of it and their
/// requests, and the jobs that run on its planned nodes.
std::string blockers_text(Snapshot const& snapshot, JobView const& job);

/// Smaller requests, and how long each would have waited.
Table trials_table(std::span<RequestTrial const> trials);

}  // namespace clustersim::slurm
