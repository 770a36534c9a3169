// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/eligibility.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/controller/dependency_test.hpp"
#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/final_state.hpp"
#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/select/least_part.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Dependent jobs gain no age, and lose the age that they had (spec 1.10.5).
void not_yet_eligible(ClusterState& state, Job& job) {
    if (job.eligible && *job.eligible <= state.clock.now()) job.eligible.reset();
    lose_age(state.accounting, state.config, job);
}

/// True if one of the job's requested reservations is active now; if not, sets its reason. If all
/// are gone, the job is held.
bool reservation_usable(ClusterState& state, Job& job) {
    bool any_left = false;
    for (auto const index : job.spec->reservations) {
        auto const& held = state.nodes.reservations.at(index);
        any_left = any_left || !held.gone;
        if (held.active_at(state.clock.now()) || (!held.gone && held.config.flags.flex))
            return true;
    }
    job.held = job.held || !any_left;
    not_yet_eligible(state, job);
    set_reason(state, job, any_left ? Reason::reservation : Reason::reservation_deleted);
    return false;
}

/// True if the job is eligible; if not, sets its reason.
bool independent(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (!job.spec->dependencies.all.empty()) {
        // A failed dependency stays failed, even after its target was purged (spec 1.10.5).
        auto const dependencies = job.reason == Reason::dependency_never
                                      ? DependencyState::never
                                      : test_dependencies(state.jobs, job, state.clock.now());
        if (dependencies == DependencyState::never &&
            (job.spec->request.kill_on_invalid_dep || state.settings().kill_invalid_depend)) {
            set_reason(state, job, Reason::dependency_never);
            end_pending(state, slot, JobState::cancelled, job.reason);
            ++state.triggers.requests;
            return false;
        }
        if (dependencies != DependencyState::fulfilled) {
            not_yet_eligible(state, job);
            set_reason(state,
                       job,
                       dependencies == DependencyState::never ? Reason::dependency_never
                                                              : Reason::dependency);
            return false;
        }
    }
    if (job.begin > state.clock.now()) {
        job.eligible = job.begin;
        set_reason(state, job, Reason::begin_time);
        return false;
    }
    if (job.held) {
        if (job.reason != Reason::held_admin && job.reason != Reason::held_requeue &&
            job.reason != Reason::bad_constraints && job.reason != Reason::reservation_deleted)
            set_reason(state, job, Reason::held_user);
        return false;
    }
    if (!job.spec->reservations.empty() && !reservation_usable(state, job)) return false;
    if (!job.eligible) job.eligible = std::max(state.clock.now(), job.begin);
    begin_accruing(state, slot);
    return true;
}

/// The partition's own limits on a job (spec 2.4, 3.3.3).
Reason partition_reason(Configuration const& config,
                        Job const& job,
                        PartitionChoice const& choice,
                        std::optional<Minutes> limit) {
    auto const& partition = config.partition(choice.partition);
    switch (config.partition_states[static_cast<std::size_t>(choice.partition)]) {
        case PartitionState::down: return Reason::part_down;
        case PartitionState::inactive: return Reason::part_inactive;
        case PartitionState::up:
        case PartitionState::drain: break;
    }
    auto const* qos = qos_of(*config.site, job);
    auto const flags = qos != nullptr ? qos->flags : QosFlags{};
    auto const& request = choice.request;
    auto const wanted = job.spec->request.min_nodes.value_or(1);
    if (wanted > static_cast<std::int32_t>(partition.nodes.size()) ||
        (partition.max_nodes && !flags.partition_max_nodes && wanted > *partition.max_nodes) ||
        (job.spec->request.max_nodes && !flags.partition_min_nodes &&
         *job.spec->request.max_nodes < partition.min_nodes))
        return Reason::part_node_limit;
    if (limit && partition.max_minutes && limit->count > *partition.max_minutes &&
        !flags.partition_time_limit)
        return Reason::part_time_limit;
    auto const cpus = config.partition_cpus[static_cast<std::size_t>(choice.partition)];
    return request.min_cpus > cpus ? Reason::part_config : Reason::none;
}

/// Inserts a record; with --prefer, a record for the preferred nodes goes before it.
void insert_record(ClusterState& state, Job const& job, QueueRecord record) {
    ++state.triggers.changes;
    if (!job.spec->preferred.empty()) {
        record.prefer = true;
        state.jobs.queue.insert(record);
        record.prefer = false;
    }
    state.jobs.queue.insert(record);
}

/// Which scheduler may start a job in a partition, and why one may not.
struct Acceptance {
    Reason main = Reason::none;      ///< with the job's time limit
    Reason backfill = Reason::none;  ///< with --time-min, if given
    [[nodiscard]] bool by_none() const { return main != Reason::none && backfill != Reason::none; }
};

QueueRecord
record_of(ClusterState const& state, JobSlot slot, std::size_t index, Acceptance accepted) {
    auto const& job = state.jobs.at(slot);
    auto const& choice = job.spec->choices[index];
    QueueRecord record;
    record.slot = slot;
    record.generation = job.queued;
    record.choice = static_cast<std::int32_t>(index);
    record.tier = state.partition(choice.partition).priority_tier;
    record.priority = job.priorities[index];
    record.submit = job.submit;
    record.order_id = job.order_id();
    record.partition = choice.partition;
    record.task = job.task.value_or(QueueRecord::no_task);
    record.nodes = fewest_nodes(
        state.site(), state.selection.scratch, choice.request, state.nodes_of(choice.partition));
    record.minutes = effective_limit(*state.config.site, job, choice.partition);
    if (auto const time_min = limit_of(job.spec->request.time_min_minutes))
        record.minutes = std::min(record.minutes, *time_min);
    record.plain = !job.spec->request.deadline && job.spec->request.switches.count == 0;
    record.main = accepted.main == Reason::none;
    record.backfill = accepted.backfill == Reason::none;
    return record;
}

/// Inserts a record for each reservation that the job may use. A job that names none also gets one
/// for nodes outside reservations, and may use magnetic ones.
void insert_for_reservations(ClusterState& state, Job const& job, QueueRecord record) {
    for (auto const reservation : job.spec->reservations) {
        record.reservation = reservation;
        insert_record(state, job, record);
    }
    if (!job.spec->reservations.empty()) return;
    insert_record(state, job, record);
    auto const& books = state.nodes.reservations.all();
    for (std::size_t r = 0; r < books.size(); ++r) {
        if (books[r].gone || !books[r].config.flags.magnetic ||
            !may_use_reservation(books[r].config, *job.spec))
            continue;
        record.reservation = ReservationId{static_cast<std::uint32_t>(r)};
        insert_record(state, job, record);
    }
}

/// Returns false if no partition accepts the job in its current form.
bool insert_records(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    ++job.queued;
    job.in_queue = true;
    bool any = false;
    Reason last = Reason::none;
    auto const time_min = limit_of(job.spec->request.time_min_minutes);
    for (std::size_t i = 0; i < job.spec->choices.size(); ++i) {
        auto const& choice = job.spec->choices[i];
        Acceptance const accepted{
            partition_reason(state.config, job, choice, job.limit),
            partition_reason(state.config, job, choice, time_min ? time_min : job.limit)};
        if (accepted.main != Reason::none) last = accepted.main;
        if (!accepted.by_none()) {
            any = true;
            insert_for_reservations(state, job, record_of(state, slot, i, accepted));
        }
    }
    if (last != Reason::none && !any) {
        if (job.reason != last) state.touch();
        set_reason(state, job, last);
    } else if (job.reason == Reason::dependency || job.reason == Reason::begin_time ||
               job.reason == Reason::held_user || job.reason == Reason::held_admin) {
        set_reason(state, job, Reason::none);
    }
    return any;
}

}  // namespace

void set_reason(ClusterState& state, Job& job, Reason reason, Description description) {
    if (job.reason == reason && job.description == description) return;
    job.reason = reason;
    job.description = description;
    if (reason == Reason::begin_time) state.triggers.begin_time_noted = true;
    state.observer.notify(
        [&](JobObserver& observer) { observer.reason_changed(job, state.clock.now()); });
}

void add_pending(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    job.in_queue = false;
    if (independent(state, slot) && insert_records(state, slot)) return;
    job.in_queue = false;
    if (job.pending()) state.jobs.queue.waiting().push_back(slot);
}

void requeue_records(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (job.in_queue)
        leave_queue(state.jobs.queue, job);
    else
        std::erase(state.jobs.queue.waiting(), slot);
    add_pending(state, slot);
}

bool array_may_start(JobTable const& jobs, Job const& job) {
    auto const* array = jobs.array(job.array_id);
    return array == nullptr || array->limit == 0 || array->running < array->limit;
}

}  // namespace clustersim::slurm
