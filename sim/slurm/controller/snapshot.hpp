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

/// The priority factors of a job in one partition before weighting (spec 5.2), each in [0, 1]
/// unless a NO_NORMAL flag is set.
struct PriorityTerms {
    std::string partition;
    std::uint32_t priority = 0;  ///< truncated, as used to sort the queue
    double age = 0, assoc = 0, fairshare = 0, job_size = 0, partition_factor = 0, qos = 0;
    std::vector<std::pair<std::string, double>> tres;  ///< "gres/gpu", factor; only TRES with a
                                                       ///< weight
};

/// Flags shown in place of the base state, in this order (spec 2.1).
struct JobFlags {
    bool completing = false;
    bool configuring = false;
    bool requeued = false;
    bool requeue_hold = false;
    bool reservation_gone = false;  ///< held because its reservation was deleted
};

/// One record of the controller's job list: a job, a task, or the pending tasks of an array.
struct JobView {
    std::int64_t id = 0;
    std::int64_t array_id = 0;                ///< 0: not of an array
    std::optional<std::int32_t> array_task;   ///< of a task with its own record
    std::vector<std::int32_t> waiting_tasks;  ///< in the record of the pending tasks, ascending
    std::int32_t array_limit = 0;             ///< "%limit"; 0: none

    std::string partition;  ///< all names while pending, then the one in which it runs
    std::string name, user, group, account, qos;
    JobState state = JobState::pending;
    JobFlags flags;
    Reason reason = Reason::none;
    std::string description;  ///< shown in place of the reason, unless empty
    std::int32_t exit_code = 0;
    std::int32_t exit_signal = 0;
    std::int32_t restarts = 0;

    Instant submit;
    std::optional<Instant> eligible;
    std::optional<Instant> accrue;
    /// The start or, for a pending job, the start estimate of backfill. For a job cancelled before
    /// its start, this and `end` are the time of the cancellation.
    std::optional<Instant> start;
    std::optional<Instant> end;  ///< start + limit, or the actual end
    Seconds suspended;
    std::optional<std::int64_t> limit_minutes;  ///< absent: none requested, the partition's applies
    bool limit_unlimited = false;
    std::optional<std::int64_t> time_min_minutes;

    std::int32_t nodes_count = 1;  ///< allocated, or squeue's estimate while pending
    std::int32_t cpus = 1;         ///< allocated, or the minimum requested
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
    std::vector<std::pair<std::string, std::int64_t>> tres;  ///< allocated, or requested

    std::vector<std::int32_t> nodes;  ///< node indices of its current or former allocation,
                                      ///< ascending
    /// Nodes of its start estimate.
    std::vector<std::int32_t> scheduled_nodes;
    StartedBy started_by = StartedBy::nobody;
    std::uint32_t priority = 0;  ///< 0: held
    /// While pending, one for each partition, highest tier first; then that of its partition.
    std::vector<PriorityTerms> priorities;
};

/// The current state of a node.
struct NodeView {
    std::string name;
    std::int32_t cpus = 1, boards = 1, sockets = 1, cores_per_socket = 1, threads_per_core = 1;
    std::int32_t cpus_allocated = 0;  ///< by running and completing jobs
    std::int64_t memory_mb = 1, memory_allocated_mb = 0, tmp_disk_mb = 0, weight = 1;
    std::string features;  ///< "a,b"; empty: none
    std::string gres;      ///< "gpu:a100:4(S:0-1)"; empty: none
    bool down = false;
    bool drain = false;
    bool completing = false;   ///< has a completing job
    bool running = false;      ///< has a running job
    bool maintenance = false;  ///< inside an active MAINT reservation
    bool reserved = false;     ///< inside another active reservation
    bool planned = false;      ///< promised by backfill
    bool responding = true;
    std::string reason;  ///< why the node is down or drained
    std::string reason_user = "root";
    std::optional<Instant> reason_time;
};

/// An active or future reservation.
struct ReservationView {
    std::string name;
    Instant start, end;
    std::vector<std::int32_t> nodes;  ///< ascending
    bool maintenance = false;
};

/// One association with its shares and usage (spec 5.4 to 5.6).
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
    std::string group_tres_minutes;     ///< GrpTRESMins as text; empty: none
    std::vector<std::pair<std::string, std::int64_t>> tres_run_minutes;
};

/// The data that Slurm's commands print about a cluster at one instant. Texts are resolved; node
/// lists are indices into `nodes`.
struct Snapshot {
    std::string cluster = "cluster";
    std::int64_t origin = 1767225600;  ///< Unix time of Instant 0: 2026-01-01T00:00:00 UTC
    Instant now;
    std::vector<NodeView> nodes;
    std::vector<Partition> partitions;  ///< in the order of slurm.conf, in their current state
    std::vector<ReservationView> reservations;
    std::vector<JobView>
        jobs;  ///< in the order of the controller's list; finished jobs until purged
    PrioritySettings weights;
    std::vector<std::pair<std::string, double>> tres_weights;  ///< the weighted TRES by name
    std::vector<ShareView> shares;  ///< depth first, in the order of sshare
    SchedulerCounters counters;
    /// Every run of every job that was ever eligible, by submission; tasks of an array are
    /// together.
    std::vector<AccountingRecord> accounting;
};

}  // namespace clustersim::slurm
