// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/controller.hpp"

#include "sim/slurm/controller/admin.hpp"
#include "sim/slurm/controller/builtin_estimates.hpp"
#include "sim/slurm/controller/complete_wait.hpp"
#include "sim/slurm/controller/gang.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/outlook.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/suspension.hpp"
#include "sim/slurm/controller/time_limits.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr std::int64_t second = 1000;
/// How often time limits are looked at (spec 1.1).
constexpr std::int64_t time_limit_period = 30;
/// How often the daemon looks whether a reservation has begun (spec 9.3.5).
constexpr std::int64_t reservation_period = 5;

/// The last of the instants phase + k * period that is not after `now`, and the first not before.
std::int64_t last_tick(std::int64_t now, std::int64_t phase, std::int64_t period) {
    period = std::max<std::int64_t>(period, 1);
    auto const past = (now - phase) % period;
    return now - (past < 0 ? past + period : past);
}
std::int64_t next_tick(std::int64_t now, std::int64_t phase, std::int64_t period) {
    auto const last = last_tick(now, phase, period);
    return last == now ? now : last + std::max<std::int64_t>(period, 1);
}

/// The first instant of a grid of whole seconds with that offset that is not before `t`.
std::int64_t on_grid(std::int64_t t, std::int64_t offset) {
    auto const past = (t - offset) % second;
    return past == 0 ? t : t + second - (past < 0 ? past + second : past);
}

}  // namespace

Controller::Controller(std::shared_ptr<Site const> site, Phases phases, CycleMode mode)
    : state_(std::move(site)),
      phases_(phases),
      mode_(mode),
      last_cycle_(whole_seconds(phases.backfill)),
      next_priority_ms_(phases.priority) {
    state_.accounting.last_usage = whole_seconds(phases.priority);
    state_.clock = ControllerClock(phases.clock);
}

std::int64_t Controller::last_pass(std::int64_t now) const {
    auto const interval = state_.settings().scheduler.sched_interval;
    if (interval <= 0) {
        return last_quick_;
    }
    return std::max(last_quick_, last_tick(now, whole_seconds(phases_.full_pass), interval));
}

std::int64_t Controller::next_loop() const {
    auto const& scheduler = state_.settings().scheduler;
    auto const turn = on_grid(std::max(loop_closed_ms_ + 1, state_.clock.now_ms()), phases_.loop);
    auto const now = whole_seconds(turn);
    // The first turn at which there is something to do: a full pass, a pass that was asked for, or a
    // look at time limits and reservations.
    std::int64_t due = INT64_MAX / second - 1;
    if (state_.jobs.unfinished() > 0) {
        if (scheduler.sched_interval > 0) {
            due = next_tick(now, whole_seconds(phases_.full_pass), scheduler.sched_interval);
        }
        if (!state_.jobs.running.empty()) {
            due =
                std::min(due, next_tick(now, whole_seconds(phases_.time_limit), time_limit_period));
        }
        auto const period_start = whole_seconds(phases_.time_limit);
        if (auto const start = next_reservation_start(state_.nodes); start < due) {
            due = next_tick(std::max(now, start), period_start, reservation_period);
        }
        if (auto const end = next_reservation_end(state_.nodes.reservations); end < due) {
            due = std::min(due, next_tick(std::max(now, end + 1), period_start, time_limit_period));
        }
    }
    if (state_.triggers.requests > 0) {
        due = std::min(due, std::max(now, last_pass(now) + scheduler.batch_sched_delay));
    }
    return due >= INT64_MAX / second - 1 ? INT64_MAX : turn + (due - now) * second;
}

std::int64_t Controller::next_backfill() const {
    auto const interval = state_.settings().scheduler.backfill.interval;
    if (interval < 0 || state_.triggers.changed < last_cycle_) {
        return INT64_MAX;
    }
    // A change is seen by the first poll after it.
    auto const due = (last_cycle_ + interval) * second;
    auto earliest = std::max({due, state_.clock.now_ms(), backfill_closed_ms_ + 1});
    if (auto const over = complete_wait_over(state_); over > state_.clock.now()) {
        earliest = std::max(earliest, over * second);
    }
    return on_grid(earliest, phases_.loop);
}

std::int64_t Controller::next_priority() const {
    if (state_.settings().priority.type != PriorityType::multifactor ||
        state_.jobs.unfinished() == 0) {
        return INT64_MAX;
    }
    auto const period = state_.settings().priority.calc_period * second;
    return next_tick(std::max(state_.clock.now_ms(), next_priority_ms_), next_priority_ms_, period);
}

std::int64_t Controller::next_turn() const {
    if (!gang_waits(state_.jobs.gang)) {
        return INT64_MAX;
    }
    auto const slice = state_.settings().scheduler_time_slice * second;
    return next_tick(
        std::max(state_.clock.now_ms(), turn_closed_ms_ + 1), phases_.time_limit, slice);
}

Controller::Next Controller::next_event() const {
    Next next;
    auto const offer = [&](std::int64_t at, Event event) {
        if (at < next.at_ms) {
            next = {at, event};
        }
    };
    if (phases_.priority_before_loop) {
        offer(next_priority(), Event::priority);
    }
    if (phases_.backfill_before_loop) {
        offer(next_backfill(), Event::backfill);
    }
    offer(next_loop(), Event::loop);
    offer(next_priority(), Event::priority);
    offer(next_backfill(), Event::backfill);
    offer(next_turn(), Event::gang);
    if (!state_.jobs.ends.empty()) {
        offer(state_.jobs.ends.next().at_ms, Event::end);
    }
    if (state_.triggers.direct_pass_ms != INT64_MAX) {
        offer(std::max(state_.triggers.direct_pass_ms, next_pass_allowed()), Event::direct_pass);
    }
    return next;
}

void Controller::close_loops() {
    loop_closed_ms_ = state_.clock.now_ms();
    backfill_closed_ms_ = state_.clock.now_ms();
    turn_closed_ms_ = state_.clock.now_ms();
}

void Controller::handle(Event event) {
    switch (event) {
        case Event::loop:
            loop_closed_ms_ = state_.clock.now_ms();
            run_loop();
            return;
        case Event::backfill:
            backfill_closed_ms_ = state_.clock.now_ms();
            run_backfill();
            return;
        case Event::priority:
            priority_tick(state_);
            next_priority_ms_ =
                state_.clock.now_ms() +
                std::max<std::int64_t>(state_.settings().priority.calc_period, 1) * second;
            return;
        case Event::gang:
            turn_closed_ms_ = state_.clock.now_ms();
            gang_turn(state_);
            return;
        case Event::end: handle_end(); break;
        case Event::direct_pass: run_pass(); break;
    }
    close_loops();
}

void Controller::run_loop() {
    auto const& scheduler = state_.settings().scheduler;
    auto const now = state_.clock.now();
    auto const period_start = whole_seconds(phases_.time_limit);
    if (last_tick(now, period_start, reservation_period) == now) {
        begin_reservations(state_);
    }
    if (last_tick(now, period_start, time_limit_period) == now) {
        check_time_limits(state_);
        end_reservations(state_);
        continue_preemption(state_);
        purge_finished(state_.jobs, state_.settings().min_job_age, now);
    }
    auto const interval = scheduler.sched_interval;
    bool const full =
        interval > 0 && last_tick(now, whole_seconds(phases_.full_pass), interval) == now;
    bool const quick =
        state_.triggers.requests > 0 && now - last_pass(now) >= scheduler.batch_sched_delay;
    if (!full && !quick) {
        return;
    }
    if (!full) {
        last_quick_ = now;
    }
    state_.triggers.requests = 0;
    ask_for_pass(full);
}

std::int64_t Controller::next_pass_allowed() const {
    // Some microseconds have passed whenever another thread asks.
    auto const least = state_.settings().scheduler.min_interval_us / 1000;
    return least == 0 ? INT64_MIN : last_pass_ms_ + least;
}

void Controller::ask_for_pass(bool full) {
    full_asked_ = full_asked_ || full;
    if (state_.clock.now_ms() >= next_pass_allowed()) {
        run_pass();
    } else {
        state_.triggers.direct_pass_ms = state_.clock.now_ms();
    }
}

void Controller::run_pass() {
    state_.triggers.direct_pass_ms = INT64_MAX;
    last_pass_ms_ = state_.clock.now_ms();
    main_.pass(state_, std::exchange(full_asked_, false));
}

void Controller::run_backfill() {
    last_cycle_ = state_.clock.now();
    if (state_.settings().scheduler.type == SchedulerType::builtin) {
        estimate_in_order(state_);
        return;
    }
    bool const whole = mode_ == CycleMode::reference;
    backfill_.cycle(state_, whole ? CycleKind::whole : CycleKind::starts_only);
    if (whole) {
        state_.check();
    }
}

void Controller::handle_end() {
    auto const event = state_.jobs.ends.take_next();
    auto const& job = state_.jobs.at(event.slot);
    if (job.run != event.run) {
        return;
    }
    if (event.killed) {
        release_killed(state_, event.slot);
    } else {
        complete_job(state_, event.slot);
    }
}

void Controller::run_until_ms(std::int64_t t) {
    for (auto next = next_event(); next.at_ms <= t; next = next_event()) {
        state_.clock.set(std::max(next.at_ms, state_.clock.now_ms()));
        handle(next.event);
    }
    state_.clock.set(std::max(t, state_.clock.now_ms()));
    close_loops();
}

bool Controller::step() {
    auto const next = next_event();
    if (next.at_ms >= INT64_MAX - second) {
        return false;
    }
    state_.clock.set(std::max(next.at_ms, state_.clock.now_ms()));
    handle(next.event);
    return true;
}

bool Controller::run_to_end(Instant limit) {
    while (state_.jobs.unfinished() > 0) {
        auto const next = next_event();
        if (next.at_ms >= INT64_MAX - second || next.at_ms / second > limit.since_origin) {
            return false;
        }
        // Without a running job and a moment that can change something, what waits waits for ever.
        if (!somebody_runs(state_) && state_.jobs.ends.empty() && nothing_will_change(state_)) {
            return false;
        }
        step();
    }
    return true;
}

SubmitOutcome Controller::submit(JobRequest const& request) {
    return submit_job(state_, request);
}

std::optional<std::string> Controller::apply(AdminCommand const& command) {
    return apply_command(state_, command);
}

Job const* Controller::find(std::int32_t job_id) const {
    auto const slot = state_.jobs.table.find(job_id);
    return slot == no_job ? nullptr : &state_.jobs.at(slot);
}

}  // namespace clustersim::slurm
