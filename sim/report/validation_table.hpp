// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/validate/validation.hpp"

#include <span>
#include <string>

namespace clustersim {

/// Errors of each quantity of each set, then, where asked for, every row with its prediction. JSON holds the
/// rows always, CSV the rows alone.
std::string
validation_text(std::span<ValidationResult const> results, Format format, bool with_rows);

}  // namespace clustersim
