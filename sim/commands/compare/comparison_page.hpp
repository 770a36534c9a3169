// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/compare/comparison_rank.hpp"
#include "sim/report/html/report_page.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/job_fabrics.hpp"
#include "sim/study/machine_queues.hpp"
#include "sim/study/study.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// The report of `compare`: its table, the queue of each machine, then the charts of the study
/// with a row for each machine.
ReportPage comparison_page(Study const& study,
                           std::span<MachineQueue const> queues,
                           std::span<JobFabric const> fabrics,
                           std::vector<ImpossibleRun> const& impossible,
                           StudyInputs const& inputs,
                           RankBy by);

}  // namespace clustersim
