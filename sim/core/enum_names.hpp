// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace clustersim {

namespace detail {

/// The enumerator as the code spells it; "" for a number without one.
template <auto Value>
constexpr std::string_view spelled() {
    std::string_view text = __PRETTY_FUNCTION__;  // "… [with auto Value = Unit::vector; …"
    text.remove_prefix(text.find("Value = ") + 8);
    text = text.substr(0, text.find_first_of(";]"));
    return text.starts_with('(') ? std::string_view() : text.substr(text.rfind(':') + 1);
}

template <class Enum, std::size_t Count = 0>
constexpr std::size_t count_values() {
    if constexpr (spelled<static_cast<Enum>(Count)>().empty())
        return Count;
    else
        return count_values<Enum, Count + 1>();
}

template <class Enum, std::size_t... I>
constexpr auto names_of_values(std::index_sequence<I...> /*values*/) {
    return std::array{std::pair{spelled<static_cast<Enum>(I)>(), static_cast<Enum>(I)}...};
}

}  // namespace detail

/// The values of an enumeration from 0 on, with the words of files: the enumerators' own names. A new
/// name of an enumerator changes the word that users write.
template <class Enum>
inline constexpr auto enum_names =
    detail::names_of_values<Enum>(std::make_index_sequence<detail::count_values<Enum>()>());

/// The word of a value.
template <class Enum>
constexpr std::string_view enum_name(Enum value) {
    return enum_names<Enum>[static_cast<std::size_t>(value)].first;
}

}  // namespace clustersim
