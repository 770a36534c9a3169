// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <string>

namespace clustersim {

/// "2024-01-02 01:11 UTC" of a Unix time.
std::string utc_text(std::int64_t unix_seconds);

/// The summary of an imported snapshot: what it holds, and what is missing or assumed.
std::string queue_snapshot_text(slurm::QueueSnapshot const& snapshot, std::string const& folder);

}  // namespace clustersim
