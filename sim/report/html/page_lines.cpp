// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page_lines.hpp"

#include <sstream>

namespace clustersim {

std::vector<std::string> lines_of(std::string const& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        // Four blanks continue the line before.
        if (line.starts_with("    ") && !lines.empty())
            lines.back() += line.substr(3);
        else if (!line.empty())
            lines.push_back(line);
    }
    return lines;
}

}  // namespace clustersim
