// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>

namespace clustersim::slurm {

/// Recorded usage as a table: account, user, partition or qos, raw_usage, wall_s and TRES-seconds.
std::string write_usage_csv(QueueNow const& queue, Site const& site);
Result<void> read_usage_csv(NamedText const& text, Site const& site, QueueNow& queue);

}  // namespace clustersim::slurm
