// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/report/format.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// The facts that users need for planning: partitions with limits and prices, QOS with what they preempt, and access
/// modes. Plain text, or Markdown with headings. `section`: only "partitions", "qos" or "access".
std::string
system_overview_text(LoadedSystem const& loaded, Format format, std::string_view section = {});

}  // namespace clustersim
