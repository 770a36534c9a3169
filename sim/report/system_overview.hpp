// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// What a user plans with: partitions with their limits and prices, QOS with what they preempt, and
/// the ways to get time. Plain text, or Markdown with headings.
std::string system_overview_text(LoadedSystem const& loaded, Format format);

}  // namespace clustersim
