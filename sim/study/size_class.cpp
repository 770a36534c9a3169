// SPDX-License-Identifier: Apache-2.0
#include "sim/study/size_class.hpp"

#include <fmt/format.h>

namespace clustersim {

std::size_t size_class_of(std::int64_t units) {
    std::size_t at = 0;
    while (at + 1 < size_class_starts.size() && units >= size_class_starts.at(at + 1)) ++at;
    return at;
}

std::string size_class_name(std::size_t size_class, std::string_view unit) {
    std::int64_t const from = size_class_starts.at(size_class);
    if (size_class + 1 == size_class_starts.size())
        return fmt::format("{} or more {}s", from, unit);
    std::int64_t const to = size_class_starts.at(size_class + 1) - 1;
    return from == to ? fmt::format("{} {}", from, unit) : fmt::format("{}-{} {}s", from, to, unit);
}

}  // namespace clustersim
