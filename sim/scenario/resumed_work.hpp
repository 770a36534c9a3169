// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/failure/campaign.hpp"
#include "sim/sched/placed_work.hpp"

#include <memory>

namespace clustersim {

/// The run of a job with checkpoints: the first run begins at the start, each run after a requeue at the last usable
/// checkpoint, until the work is done. The scheduler enforces the time limit.
std::shared_ptr<PlacedWork const> resumed_work(CampaignPlan const& plan);

}  // namespace clustersim
