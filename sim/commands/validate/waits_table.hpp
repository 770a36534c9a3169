// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/validate_waits.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// The scores of all methods, then those of the boosted trees by class, and what they rest on. JSON and CSV have all
/// digits; CSV has methods and classes in one table.
std::string waits_text(WaitsAnswer const& answer, Format format);

}  // namespace clustersim
