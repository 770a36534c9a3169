// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/snapshot_at.hpp"

#include "sim/slurm/controller/accounting_log.hpp"
#include "sim/slurm/controller/take_snapshot.hpp"

namespace clustersim {

Result<slurm::Snapshot> snapshot_at(std::filesystem::path const& folder,
                                    ReplicateMoment const& moment) {
    slurm::AccountingLog log;
    auto const replayed = replay_result(folder, moment, &log);
    if (!replayed) return failure(replayed.error());
    slurm::ClusterState const& state = replayed->queue.controller().state();
    slurm::Snapshot snapshot = slurm::take_snapshot(state);
    snapshot.accounting = log.records(state);
    return snapshot;
}

}  // namespace clustersim
