// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/slurm/controller/job_story.hpp"
#include "sim/slurm/controller/smaller_request.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <span>
#include <string>

namespace clustersim::slurm {

/// One line about the job: who, where, how much, for how long.
std::string story_head(JobView const& job);

/// What happened to a job, one line for each event, with the time since its submission. `names`: any
/// snapshot of the same cluster. Of many changed start estimates in a row the first and the last are shown.
Table story_table(Snapshot const& names, JobStory const& story);

/// What stood before a waiting job at that moment: nodes of its partitions that are idle, jobs
/// that wait with a higher rank and what they want, and the jobs that run on the nodes it was promised.
std::string blockers_text(Snapshot const& snapshot, JobView const& job);

/// Smaller requests and how long each would have waited.
Table trials_table(std::span<RequestTrial const> trials);

}  // namespace clustersim::slurm
