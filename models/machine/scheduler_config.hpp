// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/scheduler_parameters.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads `scheduler:` of a machine; problems go to the reader's Diagnostics.
SchedulerParameters read_scheduler(Reader reader);

/// Reads `site_rules:`.
SiteRules read_site_rules(Reader reader);

}  // namespace clustersim
