// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/date.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// Until when a machine ran, and until when its description follows the site's pages.
struct Upkeep {
    std::optional<Date> closed;  ///< when its computing service ended; unset: it runs
    std::string successor;       ///< the machine of the catalogue that took its users; may be empty
    std::optional<Date> checked;  ///< when its facts were last compared with the site's pages
};

/// "closed on 2026-07-31; its successor is roihu"; empty if it runs.
std::string closed_text(Upkeep const& upkeep);
/// The same as a remark on an answer about the machine: "puhti closed on 2026-07-31; …".
std::string closed_remark(std::string const& machine, Upkeep const& upkeep);

/// Whether its facts were last compared with the site's pages more than a year before `today`.
bool is_outdated(Upkeep const& upkeep, Date today);

}  // namespace clustersim
