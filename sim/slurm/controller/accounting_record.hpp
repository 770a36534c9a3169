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

/// The scheduler that started a job.
enum class StartedBy : std::uint8_t { nobody, main, backfill };

/// The entry of the accounting database for one run of a job. A requeued job has several runs (spec
/// 11.6).
struct AccountingRecord {
    std::int64_t id = 0;
    std::int64_t array_id = 0;  ///< 0: not of an array
    std::optional<std::int32_t> array_task;
    std::vector<std::int32_t> waiting_tasks;  ///< in the record of the pending tasks
    std::int32_t array_limit = 0;
    std::string name, user, group, account, partition, qos, reservation, constraints;
    JobState state = JobState::pending;
    bool requeued = false;         ///< this run was ended early and the job was requeued
    std::string cancelled_by;      ///< user id as text; empty: unknown or not cancelled
    Reason reason = Reason::none;  ///< the last one while it was pending
    std::int32_t exit_code = 0;
    std::int32_t exit_signal = 0;

    Instant submit;
    std::optional<Instant> eligible, start, end;
    Seconds suspended;
    std::optional<std::int64_t> limit_minutes;  ///< absent: Partition_Limit
    bool limit_unlimited = false;

    std::int32_t requested_nodes = 1, requested_cpus = 1;
    std::int64_t requested_memory_mb = 0;  ///< of the whole job
    bool memory_per_cpu = false;           ///< requested per CPU, not per node
    std::int32_t tasks = 1;
    std::int32_t allocated_cpus = 0;
    std::int32_t first_node_cpus = 0;  ///< CPUs of its batch step
    std::vector<std::int32_t> nodes;   ///< node indices, ascending
    std::vector<std::pair<std::string, std::int64_t>> requested_tres, allocated_tres;
    /// The allocation of its batch step, without billing.
    std::vector<std::pair<std::string, std::int64_t>> first_node_tres;
    std::uint32_t priority = 0;
    StartedBy started_by = StartedBy::nobody;
    /// The resources it consumed, if the simulation knows them.
    std::optional<double> cpu_seconds_used;
    std::optional<double> memory_used_mb;  ///< of all tasks
};

}  // namespace clustersim::slurm
