// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/sched/slurm/controller/accounting_record.hpp"
#include "sim/sched/slurm/job/reason.hpp"
#include "sim/sched/slurm/job/state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// What can happen to a job.
enum class JobEventKind : std::uint8_t {
    submitted,
    eligible,
    waits,      ///< its reason or the text shown for it is new
    estimated,  ///< backfill's expected start is new
    promised,   ///< backfill keeps nodes for it in this cycle and did not, or others, in the last
    started,
    requeued,
    ended,
};

/// One change of one job. Only the fields of its kind are set.
struct JobEvent {
    Instant at;
    JobEventKind kind = JobEventKind::submitted;
    Reason reason = Reason::none;        ///< waits, ended
    std::string description;             ///< waits: shown instead of the reason, unless empty
    std::uint32_t priority = 0;          ///< submitted, waits
    std::optional<Instant> expected;     ///< estimated, promised
    std::vector<std::int32_t> nodes;     ///< estimated, promised, started: node indices, ascending
    std::vector<std::int64_t> blockers;  ///< waits: jobs that stand before it, nearest first
    StartedBy started_by = StartedBy::nobody;  ///< started
    JobState state = JobState::pending;        ///< ended
};

/// All that happened to one job, by time.
struct JobStory {
    std::int64_t id = 0;
    std::vector<JobEvent> events;
};

}  // namespace clustersim::slurm
