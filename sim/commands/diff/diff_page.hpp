// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_answer.hpp"
#include "sim/report/html/report_page.hpp"

namespace clustersim {

/// The report of `diff`: for each side who gains and who loses, waits by class on both sides, use of the machine.
ReportPage diff_page(DiffAnswer const& answer);

}  // namespace clustersim
