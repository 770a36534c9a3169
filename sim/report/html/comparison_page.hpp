// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/study.hpp"

#include <vector>

namespace clustersim {

/// The report of `compare`: its table, then the charts of the study with a row for each machine.
ReportPage comparison_page(Study const& study,
                           std::vector<ImpossibleRun> const& impossible,
                           StudyInputs const& inputs);

}  // namespace clustersim
