// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/id.hpp"
#include "sim/slurm/controller/accounting_record.hpp"
#include "sim/slurm/controller/by_choice.hpp"
#include "sim/slurm/controller/job_spec.hpp"
#include "sim/slurm/controller/minutes.hpp"
#include "sim/slurm/controller/moment.hpp"
#include "sim/slurm/priority/priority_factors.hpp"
#include "sim/slurm/request/job_reason.hpp"
#include "sim/slurm/request/job_state.hpp"
#include "sim/slurm/select/allocation.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// The interruptions of a run.
struct Suspension {
    std::optional<Instant> changed;  ///< when it was last suspended or resumed
    Seconds ran;                     ///< run time until it was last suspended
    Seconds total;                   ///< suspended, without the current suspension
    Seconds end_moved;               ///< total shift of the expected end
    Milliseconds left;               ///< remaining run time when it was last suspended
    std::optional<Moment> end;       ///< of the run, since it was resumed; absent: never
                                     ///< interrupted
    bool by_admin = false;           ///< resumes only by command
    HeldPart held = HeldPart::all;   ///< the part of its allocation that it still holds
};

/// A run that a requeue ended early.
struct EarlierRun {
    Instant start;
    Instant end;
    Seconds suspended;  ///< suspended time of this run
};

/// Position of a job in the controller's table.
using JobSlot = Id<struct JobSlotTag>;

/// Texts shown in addition to a reason (spec 2.5.4, 3.5.10).
enum class Description : std::uint8_t {
    none,
    nodes_taken_by_higher_partitions,
    unavailable_nodes,
    may_be_reserved,
    reserved_for_maintenance,
};

/// The controller's record of a job. A time that Slurm stores as 0 ("not known") is the origin of
/// the run. The members that passes over the whole queue read come first, then those that the
/// calculation of priorities needs: these fill whole cache lines.
struct alignas(64) Job {
    JobState state = JobState::pending;
    Reason reason = Reason::none;
    Description description = Description::none;
    StartedBy started_by = StartedBy::nobody;
    bool held = false;          ///< priority 0
    bool priority_set = false;  ///< set explicitly: never recomputed
    bool completing = false;    ///< killed, its epilog still running
    bool in_queue = false;      ///< has records in the queue
    std::uint32_t queued = 0;  ///< number of its current stay in the queue, to detect stale records
    std::int32_t choice = 0;   ///< index into spec->choices: where it runs, or was last tested
    std::uint64_t preempt_pass = 0;           ///< as preemptor: the last pass in which it preempted
    std::vector<std::int32_t> pending_tasks;  ///< of the meta record of an array, ascending
    std::uint32_t priority = 0;               ///< for the current choice
    std::int32_t association = -1;    ///< of the spec, when the priority was first calculated
    std::int32_t estimated_cpus = 0;  ///< of the last estimate, 0 before the first
    std::uint32_t sequence = 0;       ///< order of creation: Slurm's job list

    std::optional<Instant> accrue;
    ByChoice<WeightedFactors> factors;  ///< with multifactor priority
    ByChoice<std::uint32_t> priorities;

    std::shared_ptr<JobSpec const> spec;
    std::int32_t id = 0;
    std::int32_t array_id = 0;         ///< 0: no array
    std::optional<std::int32_t> task;  ///< of an array, with its own record
    std::string cancelled_by;          ///< user id as text; empty: unknown
    std::uint16_t restarts = 0;
    std::optional<ReservationId> reservation;  ///< in which it runs

    Instant submit;
    std::optional<Instant> eligible;
    std::int32_t accruing = 0;  ///< number of its tasks that gain age
    Instant begin;              ///< earliest start
    std::optional<Minutes> limit;
    bool limit_filled = false;  ///< set by the system; cleared by a requeue
    std::int64_t nice = 0;

    std::optional<Instant> expected_start;  ///< from the last backfill cycle
    NodeSet planned_nodes;                  ///< nodes of the start estimate

    Instant start;
    Moment start_moment;
    Instant end;                          ///< start + limit while it runs; then the actual end
    std::optional<Instant> grace_began;   ///< as victim: start of its grace time
    std::optional<Instant> preempted_at;  ///< as preemptor: when its victims were last signalled
    std::optional<Instant> switch_wait_since;
    Allocation allocation;
    std::shared_ptr<PlacedRun const> placed_run;  ///< of the current run, if its run time depends
                                                  ///< on its nodes
    TresCounts allocated_tres;
    double billing = 0;
    Instant usage_until;              ///< usage has been charged up to here
    Suspension suspension;            ///< of the current run
    std::vector<EarlierRun> earlier;  ///< by time
    std::uint32_t run = 0;            ///< number of the current run, to detect stale end events

    [[nodiscard]] bool is_meta() const { return !pending_tasks.empty(); }
    [[nodiscard]] bool pending() const { return state == JobState::pending; }
    /// True if it has an allocation: it runs, or is suspended.
    [[nodiscard]] bool runs() const {
        return state == JobState::running || state == JobState::suspended;
    }
    /// Number of jobs in this record: the pending tasks of an array share one record.
    [[nodiscard]] std::int32_t tasks() const {
        return is_meta() ? static_cast<std::int32_t>(pending_tasks.size()) : 1;
    }
    [[nodiscard]] PartitionChoice const& chosen() const {
        return spec->choices[static_cast<std::size_t>(choice)];
    }
    /// The id by which queue order compares (spec 3.4.6).
    [[nodiscard]] std::int32_t order_id() const { return array_id != 0 ? array_id : id; }
};

/// The partition of a job's choice with this number.
inline std::int32_t partition_of(Job const& job, std::int32_t choice) {
    return job.spec->choices[static_cast<std::size_t>(choice)].partition;
}

}  // namespace clustersim::slurm
