// SPDX-License-Identifier: Apache-2.0
#include "models/machine/upkeep.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string closed_text(Upkeep const& upkeep) {
    if (!upkeep.closed) return {};
    return fmt::format("closed on {}{}",
                       date_text(*upkeep.closed),
                       upkeep.successor.empty() ? "" : "; its successor is " + upkeep.successor);
}

std::string closed_remark(std::string const& machine, Upkeep const& upkeep) {
    return upkeep.closed ? fmt::format("{} {}", machine, closed_text(upkeep)) : std::string();
}

bool is_outdated(Upkeep const& upkeep, Date today) {
    constexpr std::chrono::days year{366};
    return upkeep.checked && today - *upkeep.checked > year;
}

}  // namespace clustersim
