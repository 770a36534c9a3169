// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"

#include <string>

namespace clustersim::slurm {

/// The state of a small cluster under Slurm 22.05.8 at one moment: `look` is a folder below
/// tests/data/slurm/views, in which listings of scontrol, sprio, sshare and sacct describe the
/// state; the other files are the output of the commands at the same time.
Snapshot recorded_snapshot(std::string const& look);

/// The text of a file of that folder.
std::string recorded_text(std::string const& look, std::string const& file);

/// An instant such as "2024-01-02T00:05:00", from midnight of that day, the origin of the
/// recordings.
Instant recorded_instant(std::string const& text);

}  // namespace clustersim::slurm
