// SPDX-License-Identifier: Apache-2.0
#include "sim/report/impossible_text.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string impossible_text(std::vector<ImpossibleRun> const& impossible, Format format) {
    if (impossible.empty()) return {};
    std::string out = "\nNot possible:\n";
    for (ImpossibleRun const& run : impossible)
        out += fmt::format(
            "{} {}: {}\n", format == Format::markdown ? "-" : " ", run.name(), run.reason);
    return out;
}

}  // namespace clustersim
