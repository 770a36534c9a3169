// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/scaling.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace clustersim {

/// Values of `--scaling`.
inline constexpr std::array<std::pair<std::string_view, Scaling>, 2> scaling_names{
    {{"weak", Scaling::weak}, {"strong", Scaling::strong}}};

}  // namespace clustersim
