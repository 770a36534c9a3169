// SPDX-License-Identifier: Apache-2.0
#include "sim/history/past_names.hpp"

namespace clustersim {

std::uint32_t PastNames::number(std::string_view name) {
    if (auto const known = numbers_.find(name); known != numbers_.end()) return known->second;
    auto const number = static_cast<std::uint32_t>(names_.size());
    names_.emplace_back(name);
    numbers_.emplace(name, number);
    return number;
}

std::string const& PastNames::operator[](std::uint32_t number) const {
    static std::string const no_name;
    return number < names_.size() ? names_[number] : no_name;
}

}  // namespace clustersim
