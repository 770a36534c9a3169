// SPDX-License-Identifier: Apache-2.0
#pragma once

// The compiler of this edition does not make aggregates of values in parentheses: `list.emplace_back(1, 2)`.

#include_next <__memory/construct_at.h>

namespace std {

template <class T, class... Values, enable_if_t<!is_constructible_v<T, Values...>, int> = 0>
constexpr T* construct_at(T* place, Values&&... values) {
    return ::new (static_cast<void*>(place)) T{std::forward<Values>(values)...};
}

}  // namespace std
