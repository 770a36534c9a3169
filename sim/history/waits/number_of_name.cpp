// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/number_of_name.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace clustersim {

NumberOfName::NumberOfName(Numbers numbers) : numbers_(std::move(numbers)) {
    for (auto const& [name, number] : numbers_) next_ = std::max(next_, number + 1);
}

std::uint32_t NumberOfName::operator()(std::string_view name) {
    auto const found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    std::uint32_t number = 0;
    auto const [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    bool const small =
        error == std::errc{} && end == name.data() + name.size() && number < first_of_names;
    if (!small) number = next_++;
    numbers_.emplace(name, number);
    return number;
}

}  // namespace clustersim
