// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/site_rules.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads `site_rules:`.
SiteRules read_site_rules(Reader reader);

}  // namespace clustersim
