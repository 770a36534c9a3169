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
    slurm::Snapshot snapshot = slurm::take_snapshot(replayed->controller.state());
    snapshot.accounting = log.records(replayed->controller.state());
    return snapshot;
}

}  // namespace clustersim
