// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/accounting_record.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/observer.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace clustersim::slurm {

/// Keeps the contents of Slurm's accounting database: every run of every job that was ever
/// eligible, even after the controller has purged it.
class AccountingLog : public JobObserver {
  public:
    void submitted(Job const& job, Instant now) override;
    void reason_changed(Job const& job, Instant now) override;
    void started(Job const& job, Instant now) override;
    void ended(Job const& job, JobState run_state, Instant now) override;
    void finished(Job const& job, Instant now) override;

    /// The records as of `state`, in order of submission, with the tasks of an array together.
    [[nodiscard]] std::vector<AccountingRecord> records(ClusterState const& state) const;

  private:
    /// A run, with the data from which names are resolved when the records are requested.
    struct Run {
        AccountingRecord record;  ///< without the names of partition, QOS and TRES
        std::shared_ptr<JobSpec const> spec;
        bool waits = true;  ///< pending, in any of its partitions
        std::int32_t choice = 0;
        TresCounts allocated;
        NodeShare first_node;
    };

    static void refresh(Run& run, Job const& job);
    static AccountingRecord named(Run const& run, Site const& site);
    Run& open_run(Job const& job);

    std::vector<Run> runs_;
    std::unordered_map<std::int64_t, std::size_t> open_;  ///< positions of runs that are not over,
                                                          ///< by job id
};

}  // namespace clustersim::slurm
