// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/request/job_reason.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/job_state.hpp"
#include "sim/slurm/select/core_mask.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// What a running job holds of a node, as far as it is known.
struct HeldNode {
    std::int32_t node = 0;
    std::optional<CoreMask> cores;          ///< absent: unknown, the first free ones are assumed
    std::optional<std::int64_t> memory_mb;  ///< absent: what the job requested there
    std::optional<std::uint64_t> devices;   ///< absent: unknown, the first free ones are assumed
};

/// A job of a real queue that a controller takes over. Times are from the origin of the run, in
/// seconds; jobs are listed in the order of Slurm's job list.
struct QueuedJob {
    JobRequest request;  ///< `number` is Slurm's job id; without array; `submit` is the real one
    std::int32_t array_id = 0;                ///< 0: no array
    std::optional<std::int32_t> task;         ///< of an array, with its own record
    std::vector<std::int32_t> pending_tasks;  ///< of an array's own record
    std::int32_t array_limit = 0;             ///< 0: none
    JobState state = JobState::pending;
    Reason reason = Reason::none;
    bool held = false;
    std::optional<Instant> eligible, accrue, start, end;
    std::uint32_t priority = 0;  ///< as last computed by Slurm
    /// The same by partition, for a job with several.
    std::vector<std::pair<std::string, std::uint32_t>> priorities;
    std::int32_t estimated_cpus = 0;    ///< of Slurm's last start estimate, 0: none
    std::int32_t cpus = 0;              ///< allocated, over all nodes
    std::int32_t devices_per_node = 0;  ///< allocated; used where the devices are not known
    std::int32_t restarts = 0;
    std::vector<HeldNode> nodes;  ///< of a running job, ascending
};

/// Recorded usage of an association or a QOS, decayed, as of the last priority calculation.
struct PastUsage {
    std::int32_t index = 0;  ///< in Site::associations or Site::qos
    double raw = 0.0;        ///< TRES-seconds times usage factor, RawUsage of sshare
    double wall_seconds = 0.0;
    std::vector<double> tres_seconds;  ///< by TRES position; may be short
};

/// A queue at one moment, as a controller takes it over.
struct QueueNow {
    Instant now;
    std::vector<QueuedJob> jobs;
    std::vector<PastUsage> associations;
    std::vector<PastUsage> qos;
    std::int32_t next_id = 0;                 ///< 0: one more than the highest id
    std::optional<Instant> last_pass;         ///< of the main scheduler, on request
    std::optional<Instant> last_calculation;  ///< of priorities
    std::optional<Instant> last_change;       ///< that backfill has not seen, as far as it is known
    std::vector<std::int32_t> planned;        ///< nodes promised by the last backfill cycle
    bool usage_known =
        true;  ///< false: priorities keep their present difference from computed ones
};

/// What could not be taken over exactly.
struct TakeOver {
    struct LeftOut {
        std::int64_t job = 0;
        std::string why;  ///< Slurm's message
    };
    /// Jobs that the controller refuses. The nodes of running ones stay out of use.
    std::vector<LeftOut> left_out;
    std::int64_t assumed_places = 0;    ///< running jobs whose cores or devices are not known
    std::int64_t priorities = 0;        ///< pending jobs whose priority was computed
    std::int64_t other_priorities = 0;  ///< of these, those whose priority differs by more than 1 %
};

}  // namespace clustersim::slurm
