// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The first run of each queue that the study observed: variants that submit other jobs to the same queue share it.
std::vector<RunAnswer const*> observed_queues(Study const& study);

/// The name of an observed queue: its variant, and its machine if the study has several. "of the queue" if there is one.
std::string queue_name(RunAnswer const& run, Study const& study);

/// Waits, slowdowns and utilisation of all jobs of each queue that the study observed; empty if it observed none.
Table whole_queue_table(Study const& study);

/// The changes of every run against the first one, if the study shows them.
Table change_table(Study const& study);

/// What the numbers of the table of the whole queue mean; empty without that table.
std::string whole_queue_note(Study const& study);
/// The same for the changes.
std::string change_note(Study const& study);

}  // namespace clustersim
