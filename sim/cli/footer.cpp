// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/footer.hpp"

#include <sstream>
#include <string_view>

namespace clustersim {

Footer::Footer(std::string const& text) {
    constexpr std::string_view example = "Example: ";
    constexpr std::string_view see = "See also: ";
    std::istringstream lines(text);
    std::string* into = &notes;
    for (std::string line; std::getline(lines, line);)
        if (line == "Examples:")
            into = &examples;
        else if (line.starts_with(example))
            examples += "  " + line.substr(example.size()) + "\n";
        else if (line.starts_with(see))
            see_also = line.substr(see.size());
        else
            *into += line + "\n";
}

}  // namespace clustersim
