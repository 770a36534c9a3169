// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/id.hpp"
#include "sim/slurm/controller/accounting_record.hpp"
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

/// How a run was interrupted.
struct Suspension {
    std::optional<Instant> changed;  ///< when it last stopped or went on
    Seconds ran;                     ///< up to when it last stopped
    Seconds total;                   ///< suspended, without the present time
    Seconds end_moved;               ///< by how much the expected end has moved
    Milliseconds left;               ///< of the run, when it last stopped
    std::optional<Moment> end;       ///< of the run, since it went on; absent: never interrupted
    bool by_admin = false;           ///< goes on only when told to
    HeldPart held = HeldPart::all;   ///< of what it was given
};

/// A run that a requeue cut short.
struct EarlierRun {
    Instant start;
    Instant end;
    Seconds suspended;  ///< of it
};

/// Position of a job in the controller's table.
using JobSlot = Id<struct JobSlotTag>;

/// Texts that stand beside a reason (spec 2.5.4, 3.5.10).
enum class Description : std::uint8_t {
    none,
    nodes_taken_by_higher_partitions,
    unavailable_nodes,
    may_be_reserved,
    reserved_for_maintenance,
};

/// The controller's record of a job. Times are the origin of the run where Slurm has 0 ("not known").
struct Job {
    std::shared_ptr<JobSpec const> spec;
    std::int32_t id = 0;
    std::int32_t array_id = 0;                ///< 0: no array
    std::optional<std::int32_t> task;         ///< of an array, once split off
    std::uint32_t sequence = 0;               ///< order of creation: Slurm's job list
    std::vector<std::int32_t> pending_tasks;  ///< of the meta record of an array, ascending

    JobState state = JobState::pending;
    Reason reason = Reason::none;
    Description description = Description::none;
    StartedBy started_by = StartedBy::nobody;
    bool held = false;          ///< priority 0
    bool priority_set = false;  ///< given directly: never recomputed
    std::string cancelled_by;   ///< user id as text, empty: not known
    bool completing = false;    ///< killed, its epilog not over
    std::uint16_t restarts = 0;
    std::optional<ReservationId> reservation;  ///< in which it runs
    std::int32_t choice = 0;  ///< of spec->choices: where it runs, or last looked at

    Instant submit;
    std::optional<Instant> eligible;
    std::optional<Instant> accrue;
    std::int32_t accruing = 0;  ///< so many of its tasks count as gaining age
    Instant begin;              ///< not before
    std::optional<Minutes> limit;
    bool limit_filled = false;  ///< by the system; taken back by a requeue
    std::int64_t nice = 0;
    std::vector<WeightedFactors> factors;   ///< by choice, with multifactor priority
    std::vector<std::uint32_t> priorities;  ///< by choice
    std::uint32_t priority = 0;             ///< of the present choice

    std::optional<Instant> expected_start;  ///< by the last backfill cycle
    NodeSet planned_nodes;                  ///< of that start
    std::int32_t estimated_cpus = 0;        ///< of the last estimate, 0 before one

    Instant start;
    Moment start_moment;
    Instant end;                          ///< start + limit while it runs; then the real end
    std::optional<Instant> grace_began;   ///< as victim: its grace time began
    std::uint64_t preempt_pass = 0;       ///< as preemptor: the pass in which it last was one
    std::optional<Instant> preempted_at;  ///< as preemptor: when its victims were last told
    std::optional<Instant> switch_wait_since;
    Allocation allocation;
    std::shared_ptr<PlacedRun const> placed_run;  ///< of the present run, where its nodes matter
    TresCounts allocated_tres;
    double billing = 0;
    Instant usage_until;              ///< usage has been charged up to here
    Suspension suspension;            ///< of the present run
    std::vector<EarlierRun> earlier;  ///< by time
    std::uint32_t run = 0;            ///< number of the present run, to know stale end events
    std::uint32_t queued = 0;  ///< number of its present stay in the queue, for stale records
    bool in_queue = false;     ///< has records there

    [[nodiscard]] bool is_meta() const { return !pending_tasks.empty(); }
    [[nodiscard]] bool pending() const { return state == JobState::pending; }
    /// It has nodes: it runs, or is suspended.
    [[nodiscard]] bool runs() const {
        return state == JobState::running || state == JobState::suspended;
    }
    /// How many jobs it stands for: the tasks of an array that wait share one record.
    [[nodiscard]] std::int32_t tasks() const {
        return is_meta() ? static_cast<std::int32_t>(pending_tasks.size()) : 1;
    }
    [[nodiscard]] PartitionChoice const& chosen() const {
        return spec->choices[static_cast<std::size_t>(choice)];
    }
    /// The id by which queue order compares (spec 3.4.6).
    [[nodiscard]] std::int32_t order_id() const { return array_id != 0 ? array_id : id; }
};

/// The partition that a job's choice of that number names.
inline std::int32_t partition_of(Job const& job, std::int32_t choice) {
    return job.spec->choices[static_cast<std::size_t>(choice)].partition;
}

}  // namespace clustersim::slurm
