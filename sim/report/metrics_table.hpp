// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/report/table.hpp"

#include <string>

namespace clustersim {

/// The metrics themselves: name, unit, title, formula and the jobs that have them.
Table metrics_table();

/// The same in a format; JSON is a list of objects.
std::string metrics_text(Format format);

}  // namespace clustersim
