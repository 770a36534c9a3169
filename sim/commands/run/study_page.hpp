// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/job_fabrics.hpp"
#include "sim/study/study.hpp"

#include <span>

namespace clustersim {

/// The report of `run`: what it prints, then the queue, waits, scaling, steps, memory, cost, energy and fabrics, as far
/// as the study has them.
ReportPage
study_page(Study const& study, std::span<JobFabric const> fabrics, StudyInputs const& inputs);

}  // namespace clustersim
