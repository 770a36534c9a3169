// SPDX-License-Identifier: Apache-2.0
#include "sim/report/grouped_number.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string grouped(std::int64_t count) {
    std::string digits = fmt::format("{}", count);
    std::ptrdiff_t const first = count < 0 ? 1 : 0;
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string node_count_text(std::int64_t nodes) {
    return grouped(nodes) + (nodes == 1 ? " node" : " nodes");
}

}  // namespace clustersim
