// SPDX-License-Identifier: Apache-2.0
#include "sim/study/waits/number_of_name.hpp"

#include <charconv>

namespace clustersim {

std::uint32_t NumberOfName::operator()(std::string_view name) {
    constexpr std::uint32_t first_of_names = 1'000'001;
    std::uint32_t number = 0;
    auto const [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size() && number < first_of_names)
        return number;
    auto const found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    auto const next = first_of_names + static_cast<std::uint32_t>(numbers_.size());
    numbers_.emplace(name, next);
    return next;
}

}  // namespace clustersim
