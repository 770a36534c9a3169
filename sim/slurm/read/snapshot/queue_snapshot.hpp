// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/phases.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/read/snapshot/snapshot_files.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The queue of a real cluster at one moment: what a controller needs to continue from there.
struct QueueSnapshot {
    Site site;       ///< with its reservations; times from the origin
    QueueNow queue;  ///< times from the origin
    Phases phases;
    std::int64_t origin = 0;  ///< Unix time of second 0
    std::string cluster;
    std::string slurm;  ///< its release, as text
    bool names_hashed = true;
    std::vector<std::string> notes;  ///< what is missing, was assumed or left out, as sentences

    [[nodiscard]] std::int64_t unix_now() const { return origin + queue.now.since_origin; }
};

/// A snapshot and the warnings of its reading.
struct ReadSnapshot {
    QueueSnapshot snapshot;
    Diagnostics warnings;
};

/// Makes a snapshot of the outputs of the commands.
Result<ReadSnapshot> snapshot_of(SnapshotFiles const& files);

/// The same for an archive of collect.sh. What the site hides is named in `notes`; fails if
/// nodes, partitions or jobs cannot be read at all.
Result<ReadSnapshot> read_queue_archive(GivenFile const& archive);

}  // namespace clustersim::slurm
