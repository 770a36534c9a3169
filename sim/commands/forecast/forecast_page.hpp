// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_answer.hpp"
#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/report/html/report_page.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

namespace clustersim {

/// The report of `forecast`: the range of the start, the share of the samples that have started over time, for the
/// request and for smaller ones, and what the job waits for.
ReportPage forecast_page(ForecastAnswer const& answer,
                         ForecastQuestion const& question,
                         slurm::QueueSnapshot const& snapshot);

}  // namespace clustersim
