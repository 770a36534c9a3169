// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace clustersim {

/// Used units and waiting jobs over time, from the runs alone: a job waits from its submission to its start. At most
/// `most_points` instants are kept; of an interval between two of them the highest values are shown, so that no peak is
/// lost. `capacity`: 0 if unknown.
StepChart queue_over_time(std::span<QueueRun const> runs,
                          std::string const& unit,
                          std::int64_t capacity,
                          std::size_t most_points = 4000);

}  // namespace clustersim
