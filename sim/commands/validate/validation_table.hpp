// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/validate/validation.hpp"
#include "sim/report/format.hpp"

#include <span>
#include <string>

namespace clustersim {

/// The errors of each quantity of each set, then every row with its prediction if requested. JSON always has the rows;
/// CSV has only the rows.
std::string
validation_text(std::span<ValidationResult const> results, Format format, bool with_rows);

}  // namespace clustersim
