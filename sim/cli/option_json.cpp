// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/option_json.hpp"

#include "sim/cli/option_row.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace clustersim {

nlohmann::ordered_json value_in_json(OptionSpec const& option, std::string const& word) {
    if (option.kind == ValueKind::integer) return std::strtoll(word.c_str(), nullptr, 10);
    if (option.kind == ValueKind::number) return std::strtod(word.c_str(), nullptr);
    return word;
}

}  // namespace clustersim
