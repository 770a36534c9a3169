// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page_lines.hpp"

#include <sstream>

namespace clustersim {

std::vector<std::string> lines_of(std::string const& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

}  // namespace clustersim
