// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace clustersim {

/// An index of one kind of thing; ids of different kinds cannot be mixed.
template <class Tag>
struct Id {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace clustersim
