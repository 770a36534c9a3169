// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/access_terms.hpp"
#include "sim/core/date.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// The last day on which one may apply for a start on a given day, among the known ones; nothing if none is early enough, or if the
/// time to the start is not known. A mode that is always open has its last day.
std::optional<Date> last_cut_off(CutOffs const& cut_offs, Date start);

/// "apply by 2026-12-01 (first jobs about 14 days later; as of 2026-08)"
std::string cut_off_text(CutOffs const& cut_offs, Date start);

}  // namespace clustersim
