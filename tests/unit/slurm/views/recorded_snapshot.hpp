// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"

#include <string>

namespace clustersim::slurm {

/// What Slurm 22.05.8 said about one moment of a small cluster: `look` is a folder below
/// tests/data/slurm/views, in which scontrol's, sprio's, sshare's and sacct's own listings describe
/// the state, and the other files are what the commands printed at the same time.
Snapshot recorded_snapshot(std::string const& look);

/// The text of a file of that folder.
std::string recorded_text(std::string const& look, std::string const& file);

/// The moment of "2024-01-02T00:05:00" counted from midnight of that day, the origin of the recordings.
Instant recorded_instant(std::string const& text);

}  // namespace clustersim::slurm
