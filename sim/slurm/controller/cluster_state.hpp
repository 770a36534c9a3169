// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/accounting_state.hpp"
#include "sim/slurm/controller/configuration.hpp"
#include "sim/slurm/controller/controller_clock.hpp"
#include "sim/slurm/controller/jobs_state.hpp"
#include "sim/slurm/controller/nodes_state.hpp"
#include "sim/slurm/controller/observer.hpp"
#include "sim/slurm/controller/scheduler_counters.hpp"
#include "sim/slurm/controller/selection_state.hpp"
#include "sim/slurm/controller/triggers.hpp"

#include <cstdint>
#include <memory>

namespace clustersim::slurm {

/// The state that the controller's loops read and change, in parts. Plain data: the rules are in
/// the other files of this folder and take the parts that they need. A copy is a fork of the
/// future; the observer stays with the original.
struct ClusterState {
    explicit ClusterState(std::shared_ptr<Site const> described);

    Configuration config;
    ControllerClock clock;
    JobsState jobs;
    NodesState nodes;
    AccountingState accounting;
    SelectionState selection;
    Triggers triggers;
    SchedulerCounters counters;
    ObserverHandle observer;

    void touch() {
        triggers.changed = clock.now();
        ++triggers.changes;
    }
    /// Records a change that no scheduling decision depends on, as slurmctld does.
    void stamp() { triggers.changed = clock.now(); }
    [[nodiscard]] Site const& site() const { return *config.site; }
    [[nodiscard]] Settings const& settings() const { return config.settings(); }
    [[nodiscard]] Partition const& partition(std::int32_t index) const {
        return config.partition(index);
    }
    [[nodiscard]] NodeSet const& nodes_of(std::int32_t partition_index) const {
        return config.nodes_of(partition_index);
    }
    /// Replaces the description of the same nodes, partitions and associations.
    void replace_site(std::shared_ptr<Site const> changed);

    /// Ends the program if the parts contradict each other. Call it only between events: while a
    /// job starts or ends, the parts do contradict each other. Takes time proportional to the
    /// number of known jobs.
    void check() const;
};

}  // namespace clustersim::slurm
