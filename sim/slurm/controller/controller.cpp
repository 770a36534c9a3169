// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/controller.hpp"

#include "sim/slurm/controller/backfill_reference.hpp"
#include "sim/slurm/controller/builtin_estimates.hpp"
#include "sim/slurm/controller/complete_wait.hpp"
#include "sim/slurm/controller/gang.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/node_failure.hpp"
#include "sim/slurm/controller/outlook.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/suspension.hpp"
#include "sim/slurm/controller/ticks.hpp"
#include "sim/slurm/controller/time_limits.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Period of the check of time limits (spec 1.1).
constexpr Seconds time_limit_period{30};
/// Period of the check whether a reservation has begun (spec 9.3.5).
constexpr Seconds reservation_period{5};
constexpr Milliseconds second{1000};

/// Later than any second that can be converted to a moment.
constexpr Instant no_turn{Moment::never().ms / 1000 - 1};

/// The first moment at which a loop may run if it has already run up to `closed`.
Moment open_from(std::optional<Moment> closed, Moment now) {
    return closed ? std::max(*closed + Milliseconds{1}, now) : now;
}

}  // namespace

Controller::Controller(std::shared_ptr<Site const> site, Phases phases, CycleMode mode)
    : state_(std::move(site)),
      loop_phase_{state_.settings().release.has(ReleaseChange::loop_at_second) ? 0 : phases.loop},
      poll_phase_{phases.loop},
      full_pass_phase_(Moment{phases.full_pass}.second()),
      time_limit_phase_{phases.time_limit},
      priority_before_loop_(phases.priority_before_loop),
      backfill_before_loop_(phases.backfill_before_loop),
      mode_(mode),
      last_cycle_(Moment{phases.backfill}.second()),
      next_priority_{phases.priority} {
    state_.accounting.last_usage = Moment{phases.priority}.second();
    state_.clock = ControllerClock(Seconds{phases.clock});
}

Instant Controller::next_quick_pass(Instant now) const {
    auto const& scheduler = state_.settings().scheduler;
    auto last = last_quick_;
    if (scheduler.sched_interval > 0) {
        Seconds const interval{scheduler.sched_interval};
        last = std::max(last, std::optional(last_tick(now, full_pass_phase_, interval)));
    }
    return last ? std::max(now, *last + Seconds{scheduler.batch_sched_delay}) : now;
}

Moment Controller::next_loop() const {
    auto const& scheduler = state_.settings().scheduler;
    auto const turn =
        next_tick(open_from(loop_closed_, state_.clock.moment()), loop_phase_, second);
    auto const now = turn.second();
    auto const limits_phase = time_limit_phase_.second();
    // The first wake-up with something to do: a full pass, a requested pass, or a check of time
    // limits and reservations.
    auto due = no_turn;
    if (state_.jobs.unfinished() > 0 && scheduler.sched_interval > 0)
        due = next_tick(now, full_pass_phase_, Seconds{scheduler.sched_interval});
    if (!state_.jobs.running.empty())
        due = std::min(due, next_tick(now, limits_phase, time_limit_period));
    if (auto const start = next_reservation_start(state_.nodes); start < due)
        due = next_tick(std::max(now, start), limits_phase, reservation_period);
    if (auto const end = next_reservation_end(state_.nodes.reservations); end < due) {
        due = std::min(due,
                       next_tick(std::max(now, end + Seconds{1}), limits_phase, time_limit_period));
    }
    if (state_.triggers.requests > 0) due = std::min(due, next_quick_pass(now));
    return due >= no_turn ? Moment::never() : turn + milliseconds(due - now);
}

Moment Controller::next_backfill() const {
    auto const interval = state_.settings().scheduler.backfill.interval;
    if (interval < 0 || state_.triggers.changed < last_cycle_) return Moment::never();
    // A change is seen by the first poll after it.
    auto earliest = std::max(Moment::of(last_cycle_ + Seconds{interval}),
                             open_from(backfill_closed_, state_.clock.moment()));
    if (auto const over = complete_wait_over(state_); over > state_.clock.now())
        earliest = std::max(earliest, Moment::of(*over));
    return next_tick(earliest, poll_phase_, second);
}

Moment Controller::next_priority() const {
    auto const& priority = state_.settings().priority;
    if (priority.type != PriorityType::multifactor || state_.jobs.unfinished() == 0)
        return Moment::never();
    return next_tick(std::max(state_.clock.moment(), next_priority_),
                     next_priority_,
                     milliseconds(Seconds{priority.calc_period}));
}

Moment Controller::next_turn() const {
    if (!gang_waits(state_.jobs.gang)) return Moment::never();
    return next_tick(open_from(turn_closed_, state_.clock.moment()),
                     time_limit_phase_,
                     milliseconds(Seconds{state_.settings().scheduler_time_slice}));
}

Controller::Next Controller::next_event() const {
    Next next;
    auto const offer = [&](Moment at, Event event) {
        if (at < next.at) next = {at, event};
    };
    if (priority_before_loop_) offer(next_priority(), Event::priority);
    if (backfill_before_loop_) offer(next_backfill(), Event::backfill);
    offer(next_loop(), Event::loop);
    offer(next_priority(), Event::priority);
    offer(next_backfill(), Event::backfill);
    offer(next_turn(), Event::gang);
    if (!state_.jobs.ends.empty()) offer(state_.jobs.ends.next().at, Event::end);
    if (auto const& direct = state_.triggers.direct_pass)
        offer(std::max(*direct, next_pass_allowed().value_or(*direct)), Event::direct_pass);
    if (Instant const due = state_.nodes.events.next(); due < no_turn)
        offer(Moment::of(due), Event::node);
    return next;
}

void Controller::close_loops() {
    loop_closed_ = state_.clock.moment();
    backfill_closed_ = state_.clock.moment();
    turn_closed_ = state_.clock.moment();
}

void Controller::advance_clock(Moment t) {
    state_.clock.set(std::max(t, state_.clock.moment()));
    state_.nodes.reservations.keep_ahead(state_.clock.now());
}

void Controller::handle(Event event) {
    switch (event) {
        case Event::loop:
            loop_closed_ = state_.clock.moment();
            run_loop();
            return;
        case Event::backfill:
            backfill_closed_ = state_.clock.moment();
            run_backfill();
            return;
        case Event::priority:
            priority_tick(state_);
            next_priority_ =
                state_.clock.moment() +
                milliseconds(std::max(Seconds{state_.settings().priority.calc_period}, Seconds{1}));
            return;
        case Event::gang:
            turn_closed_ = state_.clock.moment();
            displace(state_, gang_turn(state_));
            return;
        case Event::end: handle_end(); break;
        case Event::direct_pass: run_pass(); break;
        case Event::node: take_node_event(state_); break;
    }
    close_loops();
}

void Controller::run_loop() {
    auto const& scheduler = state_.settings().scheduler;
    auto const now = state_.clock.now();
    auto const limits_phase = time_limit_phase_.second();
    if (last_tick(now, limits_phase, reservation_period) == now) begin_reservations(state_);
    if (last_tick(now, limits_phase, time_limit_period) == now) {
        check_time_limits(state_);
        end_reservations(state_);
        continue_preemption(state_);
        purge_finished(state_.jobs, Seconds{state_.settings().min_job_age}, now);
    }
    Seconds const interval{scheduler.sched_interval};
    bool const full = interval > Seconds{} && last_tick(now, full_pass_phase_, interval) == now;
    bool const quick = state_.triggers.requests > 0 && next_quick_pass(now) == now;
    if (!full && !quick) return;
    if (!full) last_quick_ = now;
    state_.triggers.requests = 0;
    ask_for_pass(full);
}

std::optional<Moment> Controller::next_pass_allowed() const {
    // A few microseconds always pass before another thread asks.
    Milliseconds const least{state_.settings().scheduler.min_interval_us / 1000};
    return least == Milliseconds{} || !last_pass_ ? std::nullopt
                                                  : std::optional(*last_pass_ + least);
}

void Controller::ask_for_pass(bool full) {
    full_asked_ = full_asked_ || full;
    if (state_.clock.moment() >= next_pass_allowed())
        run_pass();
    else
        state_.triggers.direct_pass = state_.clock.moment();
}

void Controller::run_pass() {
    state_.triggers.direct_pass.reset();
    last_pass_ = state_.clock.moment();
    main_.pass(state_, std::exchange(full_asked_, false));
}

void Controller::run_backfill() {
    last_cycle_ = state_.clock.now();
    if (state_.settings().scheduler.type == SchedulerType::builtin) {
        estimate_in_order(state_);
        return;
    }
    if (mode_ == CycleMode::reference) {
        backfill_reference(state_);
        state_.check();
        return;
    }
    backfill_.cycle(state_, wants_estimates_ ? CycleKind::short_whole : CycleKind::starts_only);
}

void Controller::handle_end() {
    auto const event = state_.jobs.ends.take_next();
    auto const& job = state_.jobs.at(event.slot);
    if (job.run != event.run) return;
    if (event.killed)
        release_killed(state_, event.slot);
    else
        complete_job(state_, event.slot);
}

bool Controller::run_until(Moment t, std::function<bool()> const* interrupted) {
    // Asks before every event: a backfill cycle of a large machine takes a good part of a second,
    // and callers that submit many jobs run only to the next job, over one or two events.
    for (auto next = next_event(); next.at <= t; next = next_event()) {
        if (interrupted != nullptr && (*interrupted)()) return false;
        advance_clock(next.at);
        handle(next.event);
    }
    advance_clock(t);
    close_loops();
    return true;
}

void Controller::run_until(Moment t) {
    run_until(t, nullptr);
}

bool Controller::run_until(Instant t, std::function<bool()> const& interrupted) {
    return run_until(Moment::of(t), &interrupted);
}

bool Controller::step() {
    auto const next = next_event();
    if (next.at == Moment::never()) return false;
    advance_clock(next.at);
    handle(next.event);
    return true;
}

bool Controller::run_to_end(Instant limit) {
    while (state_.jobs.unfinished() > 0) {
        auto const next = next_event();
        if (next.at == Moment::never() || next.at.second() > limit) return false;
        // If no job runs and no event can change anything, pending jobs wait for ever.
        if (waits_for_ever(state_)) return false;
        step();
    }
    return true;
}

}  // namespace clustersim::slurm
