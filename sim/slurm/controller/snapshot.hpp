// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/accounting_record.hpp"
#include "sim/slurm/controller/scheduler_counters.hpp"
#include "sim/slurm/request/job_reason.hpp"
#include "sim/slurm/request/job_state.hpp"
#include "sim/slurm/site/partition_config.hpp"
#include "sim/slurm/site/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The terms of one partition's priority of a job before weighting (spec 5.2), each in [0, 1]
/// unless a NO_NORMAL flag is set.
struct PriorityTerms {
    std::string partition;
    std::uint32_t priority = 0;  ///< truncated, as the queue is sorted by it
    double age = 0, assoc = 0, fairshare = 0, job_size = 0, partition_factor = 0, qos = 0;
    std::vector<std::pair<std::string, double>> tres;  ///< "gres/gpu", factor; only weighted ones
};

/// Flags that are shown instead of the base state, in this order (spec 2.1).
struct JobFlags {
    bool completing = false;
    bool configuring = false;
    bool requeued = false;
    bool requeue_hold = false;
    bool reservation_gone = false;  ///< held because its reservation was deleted
};

/// One record of the controller's job list: a job, a task, or the tasks of an array that wait.
struct JobView {
    std::int64_t id = 0;
    std::int64_t array_id = 0;                ///< 0: not of an array
    std::optional<std::int32_t> array_task;   ///< of a task with its own record
    std::vector<std::int32_t> waiting_tasks;  ///< of the record of those still waiting, ascending
    std::int32_t array_limit = 0;             ///< "%limit"; 0: none

    std::string partition;  ///< all names until it starts, then the one it runs in
    std::string name, user, group, account, qos;
    JobState state = JobState::pending;
    JobFlags flags;
    Reason reason = Reason::none;
    std::string description;  ///< shown instead of the reason, unless empty
    std::int32_t exit_code = 0;
    std::int32_t exit_signal = 0;
    std::int32_t restarts = 0;

    Instant submit;
    std::optional<Instant> eligible;
    std::optional<Instant> accrue;
    /// When it started, or for a pending job when backfill expects it to. A job cancelled before its
    /// start has the moment of that here and in `end`.
    std::optional<Instant> start;
    std::optional<Instant> end;  ///< start + limit, or when it ended
    Seconds suspended;
    std::optional<Instant> last_evaluated;
    std::optional<std::int64_t> limit_minutes;  ///< absent: none asked, the partition's counts
    bool limit_unlimited = false;
    std::optional<std::int64_t> time_min_minutes;

    std::int32_t nodes_count = 1;  ///< allocated, or squeue's estimate while pending
    std::int32_t cpus = 1;         ///< allocated, or the least that it needs
    std::optional<std::int32_t> tasks;
    std::int32_t cpus_per_task = 1;
    std::int32_t min_cpus_per_node = 1;
    std::int64_t memory_mb = 0;  ///< per node, or per CPU
    bool memory_per_cpu = false;
    std::string gres;  ///< "gres:gpu:2", as squeue shows it; empty: none
    std::string features, dependency, reservation, comment, licenses;
    std::string working_folder, command;
    bool exclusive = false;
    bool contiguous = false;
    std::int64_t nice = 0;
    std::int64_t site_factor = 0;
    std::vector<std::pair<std::string, std::int64_t>> tres;  ///< allocated, or asked for

    std::vector<std::int32_t> nodes;  ///< node indices that it holds, or held, ascending
    /// Those on which it is expected to start.
    std::vector<std::int32_t> scheduled_nodes;
    StartedBy started_by = StartedBy::nobody;
    std::uint32_t priority = 0;  ///< 0: held
    /// One for each partition while it waits, the highest tier first; else that of its partition.
    std::vector<PriorityTerms> priorities;
};

/// A node as it is at the instant.
struct NodeView {
    std::string name;
    std::int32_t cpus = 1, boards = 1, sockets = 1, cores_per_socket = 1, threads_per_core = 1;
    std::int32_t cpus_allocated = 0;  ///< by running jobs and those completing
    std::int64_t memory_mb = 1, memory_allocated_mb = 0, tmp_disk_mb = 0, weight = 1;
    std::string features;  ///< "a,b", empty: none
    std::string gres;      ///< "gpu:a100:4(S:0-1)", empty: none
    bool down = false;
    bool drain = false;
    bool completing = false;   ///< some job on it is
    bool running = false;      ///< some job on it runs
    bool maintenance = false;  ///< inside an active MAINT reservation
    bool reserved = false;     ///< inside another active reservation
    bool planned = false;      ///< promised by backfill
    bool responding = true;
    std::string reason;  ///< why it is down or drained
    std::string reason_user = "root";
    std::optional<Instant> reason_time;
};

/// A reservation that is active or to come.
struct ReservationView {
    std::string name;
    Instant start, end;
    std::vector<std::int32_t> nodes;  ///< ascending
    bool maintenance = false;
};

/// One association with what is known of its usage (spec 5.4 to 5.6).
struct ShareView {
    std::string account, user, partition;
    std::int32_t depth = 0;  ///< 0: root
    std::int64_t shares = 1;
    bool shares_of_parent = false;
    double normalized_shares = 0;
    double raw_usage = 0;  ///< billing-seconds, decayed
    double normalized_usage = 0;
    double effective_usage = 0;
    std::optional<double> fairshare;    ///< absent: an account under fair tree
    std::optional<double> level_share;  ///< infinity when unused
    std::string group_tres_minutes;     ///< GrpTRESMins as text, empty: none
    std::vector<std::pair<std::string, std::int64_t>> tres_run_minutes;
};

/// Everything that Slurm's commands print about a cluster at one instant. Texts are resolved; node
/// lists are indices into `nodes`.
struct Snapshot {
    std::string cluster = "cluster";
    std::int64_t origin = 1767225600;  ///< Unix time of Instant 0: 2026-01-01T00:00:00 UTC
    Instant now;
    std::vector<NodeView> nodes;
    std::vector<Partition> partitions;  ///< in the order of slurm.conf, in their present state
    std::vector<ReservationView> reservations;
    std::vector<JobView>
        jobs;  ///< in the order of the controller's list, finished ones until purged
    PrioritySettings weights;
    std::vector<std::pair<std::string, double>> tres_weights;  ///< the weighted TRES by name
    std::vector<ShareView> shares;  ///< depth first, as the tree is shown
    SchedulerCounters counters;
    /// Every run of every job that was ever eligible, by submission, tasks of an array together.
    std::vector<AccountingRecord> accounting;
};

}  // namespace clustersim::slurm
