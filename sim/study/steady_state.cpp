// SPDX-License-Identifier: Apache-2.0
#include "sim/study/steady_state.hpp"

#include "sim/core/human.hpp"
#include "sim/stats/mser.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/matched_backlog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace clustersim {
namespace {

constexpr Seconds hour{3600};
constexpr Seconds shortest{86400};
constexpr std::array tried{Seconds{std::int64_t{8} * 86400},
                           Seconds{std::int64_t{16} * 86400},
                           Seconds{std::int64_t{32} * 86400}};
/// Samples of their own: no replicate has these numbers.
constexpr std::uint64_t pilot = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t pilot_of_range = pilot - 1;
static_assert(length_of(pilot_of_range) == QueueLength::extended);

/// If the backlog is a range, that of its longest queue, which takes longest to build up.
std::uint64_t pilot_of(BackgroundSpec const& background) {
    return background.backlog && background.backlog->is_range() ? pilot_of_range : pilot;
}

/// The state of a queue at the end of each hour.
struct HourlyStates {
    std::vector<double> backlog;  ///< s
    std::vector<double> busy;     ///< units
};

/// Adds the hours up to the end of the span; false if interrupted.
bool observe(QueueModel& queue,
             double units,
             Seconds span,
             std::function<bool()> const& interrupted,
             HourlyStates& states) {
    for (auto next = static_cast<std::int64_t>(states.busy.size()) + 1;
         next * hour.count <= span.count;
         ++next) {
        queue.run_until(Instant{next * hour.count});
        if (interrupted && interrupted()) return false;
        states.backlog.push_back(queue.pending_work() / units);
        states.busy.push_back(static_cast<double>(queue.busy_units()));
    }
    return true;
}

/// True if the second half of the last three quarters is at another level than the first: the means of the days differ
/// by more than twice the standard error of the difference.
bool drifts(std::span<double const> hours) {
    constexpr std::size_t day = 24;
    std::vector<double> days;
    for (std::size_t at = hours.size() / 4; at + day <= hours.size(); at += day)
        days.push_back(mean(hours.subspan(at, day)));
    std::span const all(days);
    auto const square_error = [](std::span<double const> values) {
        double const middle = mean(values);
        double squares = 0.0;
        for (double const value : values) squares += (value - middle) * (value - middle);
        auto const n = static_cast<double>(values.size());
        return squares / (n * (n - 1.0));
    };
    auto const first = all.first(all.size() / 2);
    auto const last = all.last(all.size() / 2);
    double const error = std::sqrt(square_error(first) + square_error(last));
    return std::fabs(mean(last) - mean(first)) > 2.0 * error;
}

Seconds hours_of(std::size_t observations) {
    return Seconds{static_cast<std::int64_t>(observations) * hour.count};
}

Diagnostic never_steady(SteadyState const& state) {
    Diagnostic d = problem(
        Code::inconsistent,
        fmt::format("the queue has no steady state within {}: its mean backlog is {} in the first "
                    "half of that time and {} in the second, so waits depend on the warm-up",
                    human(tried.back().duration()),
                    human(seconds(state.first_backlog)),
                    human(seconds(state.last_backlog))),
        "lower `background.load`, or keep the queue at a length with `background.backlog`");
    d.severity = Severity::warning;
    return d;
}

void settle(ResolvedRun& run, SteadyState const& state) {
    run.scenario.background.warm_up = state.warm_up;
    ConfigNode value;
    value.kind = ConfigNode::Kind::scalar;
    value.scalar = fmt::format("{} h", state.warm_up.count / hour.count);
    if (ConfigNode const* stated = run.variant.document.find("background")) {
        value.source = stated->source;
        value.line = stated->line;
    }
    set_value(run.variant.document, "background.warm-up", std::move(value));
    if (!state.reached) run.warnings.add(never_steady(state));
}

}  // namespace

SteadyState find_steady_state(QueueSetup const& setup, std::function<bool()> const& interrupted) {
    QueueSetup longest = setup;
    longest.background.warm_up = tried.back();
    longest.background.window = Seconds{0};
    SampledQueue const sampled = sample_queue(longest, pilot_of(longest.background));
    sampled.queue->set_interrupted(interrupted);
    HourlyStates states;
    SteadyState found;
    for (Seconds const span : tried) {
        if (!observe(*sampled.queue, units_of(setup), span, interrupted, states)) return {};
        auto const by_backlog = mser5(states.backlog);
        auto const by_use = mser5(states.busy);
        found.reached = by_backlog && by_use;
        if (found.reached) {
            found.warm_up = std::max(shortest, hours_of(std::max(*by_backlog, *by_use)));
        } else {
            // Bursts at the end of a short series look like a new level to MSER-5.
            found.reached = !drifts(states.backlog) && !drifts(states.busy);
            found.warm_up = Seconds{found.reached ? span.count / 4 : span.count / 2};
        }
        std::span const all(states.backlog);
        found.first_backlog = mean(all.first(all.size() / 2));
        found.last_backlog = mean(all.last(all.size() / 2));
        if (found.reached) break;
    }
    return found;
}

void settle_warm_ups(std::vector<ResolvedRun>& runs, RunOptions const& options) {
    settle_backlogs(runs, options);
    std::vector<std::vector<ResolvedRun*>> groups;
    for (ResolvedRun& run : runs) {
        if (run.scenario.background.warm_up) continue;
        if (run.mix == nullptr) {
            settle(run, {});
            continue;
        }
        auto const same = std::ranges::find_if(
            groups, [&](auto const& group) { return same_queue(*group.front(), run); });
        (same != groups.end() ? *same : groups.emplace_back()).push_back(&run);
    }
    std::vector<SteadyState> found(groups.size());
    run_tasks(options, groups.size(), options.warming, [&](std::size_t g) {
        found[g] = find_steady_state(queue_setup(*groups[g].front()), options.interrupted);
    });
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (ResolvedRun* run : groups[g]) settle(*run, found[g]);
}

}  // namespace clustersim
