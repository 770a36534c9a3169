// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/failure/campaign.hpp"
#include "sim/sched/placed_work.hpp"

#include <memory>

namespace clustersim {

/// The run of a job with checkpoints: the first goes from the start, each that follows a requeue from the
/// last checkpoint that can be used, until the work is done. Its limit is the scheduler's to keep.
std::shared_ptr<PlacedWork const> resumed_work(CampaignPlan const& plan);

}  // namespace clustersim
