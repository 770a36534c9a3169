// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <string>

namespace clustersim {

struct QuestionKey;

/// Whether a node is a text of JSON, in quotes.
bool is_text(ConfigNode const& node);

/// The word of the command line that a value of JSON is: the checks of the option are made, too. "true" or "false" of a flag.
Result<std::string> word_of(QuestionKey const& key, ConfigNode const& value);

/// "a whole number from 1 to 64": what a key takes, for messages.
std::string expected_value(QuestionKey const& key);

}  // namespace clustersim
