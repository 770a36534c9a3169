// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/request/dependency_text.hpp"
#include "sim/slurm/request/job_state.hpp"
#include "sim/slurm/site/partition_config.hpp"
#include "sim/slurm/site/reservation_config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustersim::slurm {

/// A job by its id; for an array the given task, or all tasks if none is given.
struct JobRef {
    std::int32_t id = 0;
    std::optional<std::int32_t> task;

    friend bool operator==(JobRef const&, JobRef const&) = default;
};

/// The states that `scontrol update nodename=… state=…` accepts (spec 10.3, 10.4).
enum class NodeStateChange { down, drain, undrain, fail, resume, idle };

struct NodeUpdate {
    std::vector<std::int32_t> nodes;  ///< node indices, ascending
    std::optional<NodeStateChange> state;
    std::string reason;
    std::optional<std::int64_t> weight;
};

/// `scontrol update partitionname=…`; absent members stay unchanged.
struct PartitionUpdate {
    std::int32_t partition = 0;
    std::optional<PartitionState> state;
    std::optional<std::int32_t> priority_tier;
    std::optional<std::int32_t> priority_job_factor;
    std::optional<std::int64_t> max_minutes;  ///< -1: UNLIMITED
    std::optional<std::vector<std::int32_t>> nodes;
};

/// `scontrol hold`; by_user: `scontrol uhold`, or a hold by the job's owner.
struct JobHold {
    std::vector<JobRef> jobs;
    bool by_user = false;
};

struct JobRelease {
    std::vector<JobRef> jobs;
};

/// `scontrol requeue`, and `scontrol requeuehold`.
struct JobRequeue {
    std::vector<JobRef> jobs;
    bool hold = false;
};

/// `scontrol suspend` and `scontrol resume`.
struct JobSuspend {
    std::vector<JobRef> jobs;
};
struct JobResume {
    std::vector<JobRef> jobs;
};

/// `scancel`: the named jobs, or all jobs that match the filters.
struct JobCancel {
    std::vector<JobRef> jobs;
    std::string user, account, partition, qos, name, reservation;
    std::optional<JobState> state;
    std::string by;  ///< user id of the user who cancels, as text; empty: unknown
};

/// `scontrol update jobid=…`; absent members stay unchanged.
struct JobUpdate {
    std::vector<JobRef> jobs;
    std::optional<std::int64_t> time_minutes;  ///< 0: unlimited
    std::optional<std::int64_t> time_min_minutes;
    std::optional<std::uint32_t> priority;
    std::optional<std::int64_t> nice;
    std::optional<std::int32_t> min_nodes, max_nodes;
    std::optional<std::int32_t> array_limit;  ///< ArrayTaskThrottle
    std::optional<Instant> begin, deadline;
    std::optional<DependencyRequest> dependency;  ///< a malformed one changes nothing
    std::optional<std::string> partition, qos, account, features, reservation, name;
};

struct ReservationCreate {
    Reservation reservation;
};

struct ReservationDelete {
    std::string name;
};

/// A command of an administrator, or of a user with scancel, to the controller.
using AdminCommand = std::variant<NodeUpdate,
                                  PartitionUpdate,
                                  JobHold,
                                  JobRelease,
                                  JobRequeue,
                                  JobSuspend,
                                  JobResume,
                                  JobCancel,
                                  JobUpdate,
                                  ReservationCreate,
                                  ReservationDelete>;

}  // namespace clustersim::slurm
