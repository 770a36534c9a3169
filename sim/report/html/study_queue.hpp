// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/study/machine_queues.hpp"
#include "sim/study/study.hpp"

#include <span>

namespace clustersim {

/// Adds the picture of one replicate's queue, its use and its length. Nothing without a background load.
void add_queue_section(ReportPage& page, Study const& study);

/// Adds the same of each machine; the reader chooses one. Adds nothing without queues.
void add_queue_section(ReportPage& page, Study const& study, std::span<MachineQueue const> queues);

/// Adds the waits of the study's jobs in all replicates, and those of the background load by size. Nothing if no job
/// waited or could wait.
void add_wait_section(ReportPage& page, Study const& study);

}  // namespace clustersim
