// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/backfill.hpp"

#include "sim/sched/slurm/controller/eligibility.hpp"
#include "sim/sched/slurm/controller/lifecycle.hpp"
#include "sim/sched/slurm/controller/preemption.hpp"
#include "sim/sched/slurm/controller/queue_order.hpp"
#include "sim/sched/slurm/controller/start_attempt.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Records of a queue that is gone through to its end.
constexpr std::size_t short_queue = 64;

std::int64_t clock_ceiling(ClusterState const& state, std::int64_t t, std::int64_t step) {
    return state.clock_floor(t + step - 1, step);
}

NodeSet nodes_of(Allocation const& allocation, std::size_t universe) {
    NodeSet nodes(universe);
    for (auto const& share : allocation.nodes) {
        nodes.insert(share.node);
    }
    return nodes;
}

BackfillSettings const& settings_of(ClusterState const& state) {
    return state.settings().scheduler.backfill;
}

Qos const* qos_of(ClusterState const& state, Job const& job) {
    return job.spec->qos < 0 ? nullptr : &state.site->qos[static_cast<std::size_t>(job.spec->qos)];
}

}  // namespace

void Backfill::cycle(ClusterState& state, CycleKind kind) {
    begin(state);
    bool const leave_out = kind == CycleKind::starts_only && may_leave_out(state);
    for (std::size_t i = 0; i < order_.size(); ++i) {
        if (tests_ >= settings_of(state).max_job_test) {
            break;
        }
        if (leave_out && nobody_can_start(state, i)) {
            // Behind here there are only promises. In a queue of this length some of them are on idle
            // nodes or give way to others, which counts as a change.
            state.touch();
            break;
        }
        auto step = consider(state, order_[i], true);
        while (step == Step::again) {
            step = consider(state, order_[i], false);
        }
        if (step == Step::end_of_cycle) {
            break;
        }
    }
    finish(state);
}

void Backfill::begin(ClusterState& state) {
    ++state.pass;
    refresh_waiting(state);
    // Taking the flag off the nodes of the last plan is a change that the next cycle looks for.
    if (!state.planned.empty()) {
        state.touch();
        state.planned.clear();
    }
    for (auto const slot : planned_jobs_) {
        state.jobs.at(slot).expected_start.reset();
    }
    planned_jobs_.clear();
    auto const& settings = settings_of(state);
    plan_.reset(state.clock_floor(state.now, settings.resolution),
                state.clock_floor(state.now + settings.window_minutes * 60, settings.resolution),
                state.available);
    if (queue_order_needs_preemption(state)) {
        sorted_ = order_with_preemption(state);
        order_ = sorted_;
    } else {
        order_ = state.queue.records();
    }
    outlined_ = false;
    next_candidate_ = 0;
    rejected_arrays_.clear();
    array_promises_.clear();
    by_partition_.clear();
    by_user_.clear();
    by_association_.clear();
    by_user_partition_.clear();
    promises_.clear();
    tests_ = 0;
    depth_ = 0;
    started_ = 0;
    moved_ = false;
    promised_nodes_ = NodeSet(state.site->nodes.size());
    auto& counters = state.counters;
    ++counters.backfill_cycles;
    counters.backfill_last = Instant{state.now};
    counters.backfill_last_queue = static_cast<std::int64_t>(order_.size());
    counters.backfill_queue_sum += counters.backfill_last_queue;
    reserve_running(state);
}

void Backfill::reserve_running(ClusterState& state) {
    auto const& settings = settings_of(state);
    if (!settings.running_job_reserve && !settings.licenses) {
        return;
    }
    for (auto const slot : state.running) {
        auto const& job = state.jobs.at(slot);
        if (!job.allocation.whole_nodes) {
            continue;
        }
        auto const end = state.settings().release.at_least(2505)
                             ? clock_ceiling(state, job.end, settings.resolution)
                             : state.clock_floor(job.end, settings.resolution);
        plan_.promise(plan_.begin(),
                      end,
                      nodes_of(job.allocation, state.site->nodes.size()),
                      settings.resolution);
    }
}

void Backfill::finish(ClusterState& state) {
    promised_nodes_ &= state.use.idle();
    promised_nodes_ -= state.completing;
    state.planned = promised_nodes_;
    if (moved_ || !state.planned.empty()) {
        state.touch();
    }
    auto& counters = state.counters;
    counters.backfill_last_depth = depth_;
    counters.backfill_last_depth_tried = tests_;
    counters.backfill_depth_sum += depth_;
    counters.backfill_depth_tried_sum += tests_;
    counters.backfill_last_table = static_cast<std::int64_t>(plan_.size());
    counters.backfill_table_sum += counters.backfill_last_table;
}

bool Backfill::over_cap(ClusterState const& state, QueueRecord const& record) {
    auto const& settings = settings_of(state);
    auto const& job = state.jobs.at(record.slot);
    auto const partition = job.spec->choices[static_cast<std::size_t>(record.choice)].partition;
    auto const full = [](std::int64_t most, std::int64_t& count) {
        return most > 0 && count++ >= most;
    };
    if (full(settings.max_job_part, by_partition_[partition])) {
        return true;
    }
    if (full(settings.max_job_user_part, by_user_partition_[{job.spec->user, partition}])) {
        return true;
    }
    return settings.max_job_assoc > 0
               ? full(settings.max_job_assoc, by_association_[job.spec->association])
               : full(settings.max_job_user, by_user_[job.spec->user]);
}

bool Backfill::skip(ClusterState& state, QueueRecord const& record, bool first) {
    auto& job = state.jobs.at(record.slot);
    if (job.queued != record.generation || !job.pending() || !record.backfill || job.held) {
        return true;
    }
    if (job.is_meta()) {
        if (array_promises_[record.slot] >= settings_of(state).max_job_array_resv) {
            return true;
        }
        if (std::find(rejected_arrays_.begin(), rejected_arrays_.end(), record.slot) !=
            rejected_arrays_.end()) {
            return true;
        }
        if (!array_may_start(state, job)) {
            set_reason(state, job, Reason::array_task_limit);
            return true;
        }
        // One record may be promised nodes for all tasks; the limit stops only the array's next one.
        auto const* array = state.jobs.array(job.array_id);
        if (first && array != nullptr && array->limit > 0 &&
            array_promises_[record.slot] >= array->limit) {
            return true;
        }
    }
    ++depth_;
    if (admission(state, job, record.choice) != Reason::none) {
        return true;
    }
    bool const stop = state.settings().scheduler.assoc_limit_stop;
    if (!stop && limit_before_selection(state, job, record.choice) != Reason::none) {
        return true;
    }
    if (first && job.preempt_pass == state.pass) {
        return true;
    }
    if (over_cap(state, record)) {
        return true;
    }
    if (!settings_of(state).licenses && !licenses_free(state, job)) {
        return true;
    }
    auto const partition = job.spec->choices[static_cast<std::size_t>(record.choice)].partition;
    return deadline_missed(state, record.slot, partition);
}

Backfill::Step Backfill::consider(ClusterState& state, QueueRecord const& record, bool first) {
    if (skip(state, record, first)) {
        return Step::next_record;
    }
    auto search = search_for(state, record);
    return place(state, search);
}

Backfill::Search Backfill::search_for(ClusterState& state, QueueRecord const& record) const {
    auto const& settings = settings_of(state);
    auto const& job = state.jobs.at(record.slot);
    auto const& choice = job.spec->choices[static_cast<std::size_t>(record.choice)];
    Search search;
    search.record = record;
    search.request = bounded_request(state, job, record.choice);
    auto const limit = effective_minutes(state, job, choice.partition);
    search.minutes = limit;
    search.start_minutes = limit;
    auto const& asked = job.spec->request;
    if (asked.deadline) {
        search.minutes = std::min(limit, (asked.deadline->since_origin - state.now) / 60);
        search.start_minutes = search.minutes;
    } else if (asked.time_min_minutes && *asked.time_min_minutes < limit) {
        search.minutes = *asked.time_min_minutes;
        // Until 25.11 the job starts with no more than that (spec 4.8.2).
        bool const longest = state.settings().release.at_least(2511) ||
                             state.settings().scheduler.time_min_as_soft_limit;
        search.start_minutes = longest ? limit : search.minutes;
    }
    auto const* qos = qos_of(state, job);
    if (qos != nullptr && qos->flags.no_reserve && queue_order_needs_preemption(state)) {
        search.minutes = 1;
    }
    auto const threshold = qos != nullptr && qos->min_prio_threshold ? *qos->min_prio_threshold
                                                                     : settings.min_prio_reserve;
    auto const promised = promises_.find(choice.partition);
    search.no_reserve = std::int64_t{record.priority} < threshold ||
                        state.now - job.eligible.value_or(state.now) < settings.min_age_reserve ||
                        (settings.one_resv_per_job && job.expected_start) ||
                        (settings.job_part_count_reserve > 0 && promised != promises_.end() &&
                         promised->second >= settings.job_part_count_reserve);
    search.from = state.now;
    if (queue_order_needs_preemption(state)) {
        search.preemptable = preemption_candidates(state, job, record.choice);
    }
    return search;
}

std::optional<Backfill::Room> Backfill::room_for(ClusterState& state, Search const& search) const {
    auto const& job = state.jobs.at(search.record.slot);
    auto const& choice = job.spec->choices[static_cast<std::size_t>(search.record.choice)];
    ReservationQuery asked;
    asked.when = search.from;
    asked.duration = search.minutes * 60;
    asked.own = search.record.reservation;
    asked.partition = &state.nodes_of(choice.partition);
    asked.partition_index = choice.partition;
    asked.required = choice.request.has_required() ? &choice.request.required : nullptr;
    asked.may_move = true;
    auto const answer = state.reservations.test(asked, state.now);
    if (answer.kind != ReservationAnswer::Kind::usable) {
        return std::nullopt;
    }
    Room room;
    room.from = answer.when;
    auto const end = std::max(room.from, state.now) + search.minutes * 60;
    room.nodes = state.nodes_of(choice.partition);
    room.nodes &= state.available;
    if (answer.allowed) {
        room.nodes &= *answer.allowed;
    }
    room.later = plan_.restrict(room.from, end, room.nodes).later;
    if (answer.overlap) {
        if (auto const over = state.reservations.next_end(room.from)) {
            auto const retry = clock_ceiling(state, *over, settings_of(state).resolution) + 1;
            if (retry < plan_.end() && (room.later == 0 || retry < room.later)) {
                room.later = retry;
            }
        }
    }
    return room;
}

Backfill::Step Backfill::place(ClusterState& state, Search& search) {
    for (;;) {
        auto const room = room_for(state, search);
        if (!room) {
            return Step::next_record;
        }
        auto const& job = state.jobs.at(search.record.slot);
        auto const& choice = job.spec->choices[static_cast<std::size_t>(search.record.choice)];
        bool const may_retry = room->later != 0 && !search.no_reserve;
        std::optional<WillRun> best;
        NodeSet candidates;
        bool enough = false;
        for (auto const& alternative : choice.nodes) {
            candidates = room->nodes;
            candidates &= alternative;
            if (candidates.count() < search.request.min_nodes) {
                continue;
            }
            if (search.request.has_required() &&
                !candidates.contains_all(search.request.required)) {
                continue;
            }
            enough = true;
            auto found = will_run(state,
                                  {&choice,
                                   &search.request,
                                   &candidates,
                                   &search.preemptable,
                                   leaves_allowed(state, search.record.slot),
                                   search.no_reserve});
            if (found && (!best || found->start < best->start)) {
                best = std::move(found);
            }
        }
        if (enough && !search.counted) {
            ++tests_;
            search.counted = true;
        }
        if (best) {
            auto const step = use_estimate(state, search, *room, std::move(*best));
            if (step != Step::again) {
                return step;
            }
            if (search.from == restart_array) {
                return Step::again;
            }
            continue;
        }
        if (!may_retry) {
            auto const& meta = state.jobs.at(search.record.slot);
            if (meta.is_meta()) {
                rejected_arrays_.push_back(search.record.slot);
            }
            return Step::next_record;
        }
        search.from = room->later;
    }
}

Backfill::Step
Backfill::use_estimate(ClusterState& state, Search& search, Room const& room, WillRun found) {
    auto const& settings = settings_of(state);
    auto& job = state.jobs.at(search.record.slot);
    job.estimated_cpus = found.allocation.cpus;
    // Slurm notes the change in the job, and so has another cycle after this one.
    moved_ = moved_ || found.start < room.from;
    found.start = std::max(found.start, room.from);
    auto const nodes = nodes_of(found.allocation, state.site->nodes.size());
    if (found.start <= state.now && nodes.intersects(state.completing)) {
        found.start = state.now + 1;
    }
    if (found.start <= state.now) {
        return start_now(state, search, room, found);
    }
    if (search.no_reserve) {
        if (!job.expected_start || found.start < *job.expected_start) {
            job.expected_start = found.start;
            planned_jobs_.push_back(search.record.slot);
        }
        return Step::next_record;
    }
    if (room.later != 0 && found.start > room.later) {
        search.from = room.later;
        return Step::again;
    }
    if (found.start > state.now + settings.window_minutes * 60) {
        job.expected_start = found.start;
        planned_jobs_.push_back(search.record.slot);
        return Step::next_record;
    }
    auto const from = state.clock_floor(found.start, settings.resolution);
    auto const to = state.clock_floor(found.start + search.minutes * 60, settings.resolution);
    if (!plan_.all_free(from, to, nodes)) {
        auto const raise = state.settings().release.at_least(2411) && found.start == search.from;
        search.from = raise ? found.start + settings.resolution : found.start;
        return Step::again;
    }
    return reserve(state, search, found);
}

Backfill::Step
Backfill::start_now(ClusterState& state, Search& search, Room const& room, WillRun const& found) {
    auto& job = state.jobs.at(search.record.slot);
    bool const array = job.is_meta();
    auto const limit = job.limit_minutes;
    if (search.start_minutes < effective_minutes(state, job, search.request.partition)) {
        job.limit_minutes = search.start_minutes;
    }
    auto const slot = search.record.slot;
    bool const preempted = job.preempt_pass == state.pass;
    auto const attempt =
        try_start(state, {&search.record, &room.nodes, StartedBy::backfill, false});
    if (attempt == Attempt::started) {
        ++started_;
        outlined_ = false;
        auto const task = state.running_last;
        if (job.spec->request.time_min_minutes) {
            shorten(state, task, search);
        }
        if (array && task != slot) {
            job.limit_minutes = limit;
        }
        auto const most = settings_of(state).max_job_start;
        if (most > 0 && started_ >= most) {
            return Step::end_of_cycle;
        }
        if (array && state.jobs.at(slot).pending()) {
            search.from = restart_array;
            return Step::again;
        }
        return Step::next_record;
    }
    job.limit_minutes = limit;
    if (attempt == Attempt::reservation || attempt == Attempt::accounting) {
        return Step::next_record;
    }
    if (preempted && job.is_meta()) {
        // An array has others preempted for two of its tasks in one cycle, and is done with.
        rejected_arrays_.push_back(slot);
    }
    return search.no_reserve ? Step::next_record : reserve(state, search, found);
}

Backfill::Step Backfill::reserve(ClusterState& state, Search& search, WillRun const& found) {
    auto const& settings = settings_of(state);
    auto& job = state.jobs.at(search.record.slot);
    auto const nodes = nodes_of(found.allocation, state.site->nodes.size());
    if (!job.expected_start || found.start < *job.expected_start) {
        job.expected_start = found.start;
        job.planned_nodes = nodes;
        planned_jobs_.push_back(search.record.slot);
    }
    if (!state.settings().scheduler.assoc_limit_stop &&
        limit_after_selection(state, job, search.record.choice, found.allocation) != Reason::none) {
        return Step::next_record;
    }
    auto const* qos = qos_of(state, job);
    if (qos != nullptr && qos->flags.no_reserve) {
        return Step::next_record;
    }
    if (static_cast<std::int64_t>(plan_.size()) >=
        settings.node_space_size.value_or(settings.max_job_test)) {
        return Step::end_of_cycle;
    }
    ++promises_[search.request.partition];
    promised_nodes_ |= nodes;
    auto const from = state.clock_floor(found.start, settings.resolution);
    auto const to = state.clock_floor(found.start + search.minutes * 60, settings.resolution);
    plan_.promise(from, to, nodes, settings.resolution);
    outlined_ = false;
    state.observer.tell([&](JobObserver& observer) { observer.estimated(job, state.now); });
    if (!job.is_meta()) {
        return Step::next_record;
    }
    // The next task of the array may be promised nodes of its own.
    auto const promised = ++array_promises_[search.record.slot];
    if (promised >= static_cast<std::int64_t>(job.pending_tasks.size())) {
        return Step::next_record;
    }
    search.from = restart_array;
    return Step::again;
}

void Backfill::shorten(ClusterState& state, JobSlot slot, Search const& search) {
    auto& job = state.jobs.at(slot);
    auto const nodes = nodes_of(job.allocation, state.site->nodes.size());
    auto minutes = *job.limit_minutes;
    for (auto const& interval : plan_.intervals()) {
        if (interval.begin <= state.now || interval.begin >= job.end) {
            continue;
        }
        if (!interval.nodes.contains_all(nodes)) {
            minutes = std::min(minutes, (interval.begin - state.now) / 60);
        }
    }
    for (auto const& held : state.reservations.all()) {
        if (held.gone || held.start <= state.now || held.start >= job.end) {
            continue;
        }
        if (search.record.reservation < 0 && held.nodes.intersects(nodes)) {
            minutes = std::min(minutes, (held.start - state.now) / 60);
        }
    }
    job.limit_minutes = std::max(minutes, *job.spec->request.time_min_minutes);
    job.end = job.start + *job.limit_minutes * 60;
    sort_running(state, slot);
}

bool Backfill::may_leave_out(ClusterState const& state) const {
    auto const& priority = state.settings().priority;
    // A short queue costs little, and then it matters whether the cycle itself counts as a change.
    // Where the size of a job weighs, its estimate changes its priority.
    return order_.size() > short_queue && !queue_order_needs_preemption(state) &&
           (priority.type == PriorityType::basic || priority.weight_job_size == 0) &&
           state.settings().scheduler.assoc_limit_stop == false;
}

void Backfill::outline_free_nodes(ClusterState const& state) {
    outlined_ = true;
    outline_.clear();
    free_ = state.use.with_free_core();
    free_ &= state.available;
    auto count = free_.count();
    for (auto const& interval : plan_.intervals()) {
        if (interval.end <= state.now) {
            continue;
        }
        if (interval.begin > state.now) {
            outline_.push_back({interval.begin, count});
        }
        free_ &= interval.nodes;
        count = free_.count();
        if (count == 0) {
            break;
        }
    }
    outline_.push_back({INT64_MAX, count});
}

bool Backfill::nobody_can_start(ClusterState const& state, std::size_t from) {
    if (!outlined_) {
        outline_free_nodes(state);
    }
    next_candidate_ = std::max(next_candidate_, from);
    // Promises and starts only take nodes away: who could not start before cannot now.
    for (; next_candidate_ < order_.size(); ++next_candidate_) {
        auto const& record = order_[next_candidate_];
        if (!record.plain) {
            return false;
        }
        auto const end = state.now + record.minutes * 60;
        auto const step = std::find_if(
            outline_.begin(), outline_.end(), [&](FreeUntil const& one) { return end < one.time; });
        if (step->nodes >= record.nodes && state.jobs.at(record.slot).queued == record.generation) {
            return false;
        }
    }
    return true;
}

}  // namespace clustersim::slurm
