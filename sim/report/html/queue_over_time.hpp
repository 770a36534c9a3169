// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace clustersim {

/// The same with at most about `most` instants: each shows the highest value of its interval, so that no peak is lost.
StepChart with_fewer_instants(StepChart chart, std::size_t most);

/// Used units and waiting jobs over time, from the runs alone: a job waits from its submission to its start. At most
/// `most_points` instants are kept, as by with_fewer_instants(). `capacity`: 0 if unknown.
StepChart queue_over_time(std::span<PastJob const> runs,
                          std::string const& unit,
                          std::int64_t capacity,
                          std::size_t most_points = 4000);

}  // namespace clustersim
