// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"

#include <span>
#include <string>

namespace clustersim {

/// The waits of started jobs in classes of size that double: 1, 2, 3 – 4, 5 – 8 nodes, …
BoxChart waits_by_size(std::span<PastJob const> runs, std::string const& unit);

}  // namespace clustersim
