// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/report/table.hpp"

#include <string>

namespace clustersim {

/// The list of metrics: name, unit, title, formula and the jobs to which each applies.
Table metrics_table();

/// The same in an output format; JSON is a list of objects.
std::string metrics_text(Format format);

}  // namespace clustersim
