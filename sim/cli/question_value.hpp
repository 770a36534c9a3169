// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <string>

namespace clustersim {

struct JsonValue;
class OptionRow;

/// The word of the command line that a value of JSON is: the checks of the option are made, too. "true" or "false" of a flag.
Result<std::string> word_of(OptionRow const& row, JsonValue const& value);

}  // namespace clustersim
