// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"
#include "sim/study/study.hpp"

#include <vector>

namespace clustersim {

/// Forecasts every campaign of a study from its jobs' waits in the queue, with cost and energy. There is no forecast
/// for a job that did not start in every replicate.
void add_campaign_results(Study& study, std::vector<ResolvedRun> const& runs);

}  // namespace clustersim
