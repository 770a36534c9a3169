// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/departure_list.hpp"
#include "sim/slurm/controller/future_use.hpp"
#include "sim/slurm/controller/gang_state.hpp"
#include "sim/slurm/controller/job_queue.hpp"
#include "sim/slurm/controller/job_table.hpp"
#include "sim/slurm/controller/observer.hpp"
#include "sim/slurm/controller/preemption_map.hpp"
#include "sim/slurm/controller/reservation_book.hpp"
#include "sim/slurm/controller/scheduler_counters.hpp"
#include "sim/slurm/limits/limit_check.hpp"
#include "sim/slurm/limits/limit_plan.hpp"
#include "sim/slurm/limits/usage_counts.hpp"
#include "sim/slurm/priority/basic.hpp"
#include "sim/slurm/priority/fairshare.hpp"
#include "sim/slurm/priority/multifactor.hpp"
#include "sim/slurm/priority/usage.hpp"
#include "sim/slurm/request/submission_names.hpp"
#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/select/select_nodes.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A running job's end, as nature has it. Ends of one instant happen in the order of the starts.
struct EndEvent {
    std::int64_t at_ms = 0;
    std::uint64_t order = 0;
    JobSlot slot = no_job;
    std::uint32_t run = 0;  ///< of Job::run: another one means that the event is void
    bool killed = false;    ///< the epilog of a killed job: its nodes become free

    friend bool operator>(EndEvent const& a, EndEvent const& b) {
        return a.at_ms != b.at_ms ? a.at_ms > b.at_ms : a.order > b.order;
    }
};

/// Why a node is down or drained, as its administrator wrote it, and since when.
struct NodeNote {
    std::string reason;
    std::optional<std::int64_t> since;  ///< absent: since before the run
};

/// The running jobs that jobs of one partition may preempt, as of some moment.
struct VictimList {
    std::shared_ptr<std::vector<JobSlot> const> slots;  ///< null: never asked for
    std::int64_t now = 0;
    std::uint64_t running_changes = 0;
};

/// What the controller's loops read and change. Plain data: the rules are in the files beside this
/// one. A copy is a fork of the future, but for the observer, which stays with the original.
struct ClusterState {
    explicit ClusterState(std::shared_ptr<Site const> described);

    std::shared_ptr<Site const> site;
    std::vector<std::shared_ptr<Site const>> former_sites;
    std::shared_ptr<SubmissionNames const> names;
    std::shared_ptr<LimitPlan const> limit_plan;
    std::shared_ptr<Multifactor const> multifactor;
    std::int64_t now_ms = 0;
    std::int64_t now = 0;  ///< whole seconds: what Slurm stamps

    JobTable jobs;
    JobQueue queue;
    std::vector<JobSlot> running;       ///< and suspended, by expected end, then order of creation
    DepartureList departures;           ///< of the running jobs, in the same order
    std::uint64_t running_changes = 0;  ///< of the running jobs, ever
    GangState gang;
    std::int32_t stopped_by_admin = 0;  ///< of the running jobs
    std::int32_t without_cores = 0;     ///< of the running jobs: hold but memory and devices
    std::vector<EndEvent> ends;         ///< binary heap, earliest on top
    std::vector<JobSlot> finished;      ///< not yet purged, by end
    std::uint64_t starts = 0;
    std::int32_t next_job_id = 1;

    NodeUse use;
    std::shared_ptr<NodeUse const> nobody;  ///< the same nodes with no job on them
    std::int32_t sharing_jobs = 0;          ///< running jobs that do not have their nodes alone
    NodeSet up;                             ///< not DOWN
    NodeSet drained;                        ///< no new jobs
    NodeSet available;                      ///< up and not drained
    NodeSet completing;                     ///< a killed job is still leaving
    std::vector<NodeNote> notes;            ///< by node
    NodeSet planned;  ///< promised to a pending job by the last backfill cycle
    std::vector<NodeSet> partition_nodes;
    std::vector<PartitionState> partition_states;
    PreemptionMap preemption;
    std::vector<VictimList> victims;  ///< by partition, as last asked for
    std::vector<std::int64_t> partition_cpus;
    std::vector<std::int32_t> partition_qos;  ///< index of each partition's QOS, -1: none
    FeatureNodes features;
    std::vector<std::int64_t> licenses_used;
    ReservationBook reservations;
    std::int64_t clock_at_origin = 0;            ///< seconds after midnight
    std::int64_t reservations_seen = INT64_MIN;  ///< up to when their beginnings were noticed

    std::vector<JobSlot> fresh_arrays;  ///< that nobody has looked at since their submission
    std::vector<JobSlot> without_age;   ///< that wait for a place among those that gain age

    UsageCounts counts;      ///< what limits are held against
    AssociationUsage usage;  ///< what fairshare comes from
    Fairshare fairshare;
    BasicPriority basic;
    std::map<std::string, std::int32_t, std::less<>> users;  ///< numbers of names, as they come
    std::int64_t last_usage = 0;          ///< when usage was last charged to all running jobs
    std::int64_t next_reset = INT64_MAX;  ///< of usage, by PriorityUsageResetPeriod

    std::int64_t changed = INT64_MIN;         ///< stamp of the last change that backfill looks for
    std::uint64_t changes = 0;                ///< that may alter who starts when, ever
    std::uint64_t pass = 0;                   ///< number of the present pass or cycle
    std::int64_t last_activity = 0;           ///< a submission, a start or an end
    std::int32_t requests = 0;                ///< for the main scheduler, since its last pass
    std::int64_t direct_pass_ms = INT64_MAX;  ///< a pass outside the loop is due (spec 3.1)

    SchedulerCounters counters;
    SelectScratch scratch;
    EstimateSets estimate_sets;
    FutureUse future_use;
    ObserverHandle observer;

    /// Brings the partitions of gang scheduling into the order of their tiers.
    void sort_gang();
    [[nodiscard]] LimitState limits() const { return {*limit_plan, counts, usage}; }
    void touch() {
        changed = now;
        ++changes;
    }
    /// Notes a change, as slurmctld does, of what nobody asks who decides on starts.
    void stamp() { changed = now; }
    /// The last instant not after `t` at which the clock shows a multiple of `step` seconds.
    [[nodiscard]] std::int64_t clock_floor(std::int64_t t, std::int64_t step) const {
        return t - (t + clock_at_origin) % step;
    }
    [[nodiscard]] Settings const& settings() const { return site->settings; }
    [[nodiscard]] Partition const& partition(std::int32_t index) const {
        return site->partitions[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] NodeSet const& nodes_of(std::int32_t partition_index) const {
        return partition_nodes[static_cast<std::size_t>(partition_index)];
    }
    /// Takes a changed description of the same nodes, partitions and associations.
    void replace_site(std::shared_ptr<Site const> changed);
    void refresh_available() {
        available = up;
        available -= drained;
    }
};

/// The QOS of a job; null without one.
inline Qos const* qos_of(ClusterState const& state, Job const& job) {
    return job.spec->qos < 0 ? nullptr : &state.site->qos[static_cast<std::size_t>(job.spec->qos)];
}

}  // namespace clustersim::slurm
