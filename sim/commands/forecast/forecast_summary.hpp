// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_answer.hpp"
#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/slurm/request/job_reason.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace clustersim {

/// Fills in the range, the share of samples with a start and the chance to start in time from the
/// waits of the samples. `shares`: the ends of the range.
void summarise(StartForecast& out,
               ForecastQuestion const& question,
               Instant now,
               std::pair<double, double> shares);

/// The seconds waited for each reason as shares, the longest first.
std::vector<WaitReason> reason_shares(std::map<slurm::Reason, std::int64_t> const& seconds);

/// Compares an alternative with what was asked, sample by sample: both have the same run times and the
/// same later submissions.
void compare_with(StartForecast const& asked, Seconds horizon, StartForecast& alternative);

}  // namespace clustersim
