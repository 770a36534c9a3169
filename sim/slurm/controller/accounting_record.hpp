// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/request/job_reason.hpp"
#include "sim/slurm/request/job_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// Who let a job start.
enum class StartedBy : std::uint8_t { nobody, main, backfill };

/// What the accounting database holds about one run of a job: a requeued job has several
/// (spec 11.6).
struct AccountingRecord {
    std::int64_t id = 0;
    std::int64_t array_id = 0;  ///< 0: not of an array
    std::optional<std::int32_t> array_task;
    std::vector<std::int32_t> waiting_tasks;  ///< of the record of those still waiting
    std::int32_t array_limit = 0;
    std::string name, user, group, account, partition, qos, reservation, constraints;
    JobState state = JobState::pending;
    bool requeued = false;         ///< this run was cut short and the job went back to the queue
    std::string cancelled_by;      ///< user id as text, empty: unknown or not cancelled
    Reason reason = Reason::none;  ///< the last one for which it waited
    std::int32_t exit_code = 0;
    std::int32_t exit_signal = 0;

    Instant submit;
    std::optional<Instant> eligible, start, end;
    Seconds suspended;
    std::optional<std::int64_t> limit_minutes;  ///< absent: Partition_Limit
    bool limit_unlimited = false;

    std::int32_t requested_nodes = 1, requested_cpus = 1;
    std::int64_t requested_memory_mb = 0;  ///< of the whole job
    bool memory_per_cpu = false;           ///< asked for by CPU, not by node
    std::int32_t tasks = 1;
    std::int32_t allocated_cpus = 0;
    std::int32_t first_node_cpus = 0;  ///< of its batch step
    std::vector<std::int32_t> nodes;   ///< node indices, ascending
    std::vector<std::pair<std::string, std::int64_t>> requested_tres, allocated_tres;
    /// What its batch step holds of it, without billing.
    std::vector<std::pair<std::string, std::int64_t>> first_node_tres;
    std::uint32_t priority = 0;
    StartedBy started_by = StartedBy::nobody;
    /// What it consumed, where the simulation knows.
    std::optional<double> cpu_seconds_used;
    std::optional<double> memory_used_mb;  ///< of all tasks
};

}  // namespace clustersim::slurm
