// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace clustersim {

struct OptionSpec;

/// A word of the command line that the option takes, as its type has it.
nlohmann::ordered_json value_in_json(OptionSpec const& option, std::string const& word);

}  // namespace clustersim
