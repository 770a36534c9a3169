// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace clustersim {

/// An index into one kind of thing; ids of different kinds do not mix.
template <class Tag>
struct Id {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace clustersim
