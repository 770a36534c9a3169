// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/accounting_record.hpp"
#include "sim/slurm/request/job_reason.hpp"
#include "sim/slurm/request/job_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The kinds of events of a job.
enum class JobEventKind : std::uint8_t {
    submitted,
    eligible,  ///< only the queue delays its start
    waits,     ///< it has a new reason
    promised,  ///< backfill reserves nodes for it, at a new time or on new nodes
    started,
    suspended,
    resumed,
    requeued,  ///< a run was ended early, the job is pending again
    ended,
};

/// One event of one job. Only the fields of its kind are set.
struct JobEvent {
    Instant at;
    JobEventKind kind = JobEventKind::submitted;
    Reason reason = Reason::none;              ///< waits, ended
    std::uint32_t priority = 0;                ///< all
    std::optional<Instant> expected;           ///< promised
    std::vector<std::int32_t> nodes;           ///< promised, started: node indices, ascending
    StartedBy started_by = StartedBy::nobody;  ///< started
    JobState state = JobState::pending;        ///< ended, requeued: how the run ended
};

/// All events of one job, by time.
struct JobStory {
    std::int64_t id = 0;
    std::vector<JobEvent> events;
};

}  // namespace clustersim::slurm
