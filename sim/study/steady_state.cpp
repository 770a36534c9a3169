// SPDX-License-Identifier: Apache-2.0
#include "sim/study/steady_state.hpp"

#include "sim/core/human.hpp"
#include "sim/stats/mser.hpp"
#include "sim/stats/quantile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <variant>

namespace clustersim {
namespace {

constexpr Seconds hour{3600};
/// The shortest warm-up in hours, by how the queue begins.
constexpr std::size_t shortest_from_empty = 24;
constexpr std::size_t shortest_from_steady = 6;
constexpr std::array tried{Seconds{std::int64_t{2} * 86400},
                           Seconds{std::int64_t{4} * 86400},
                           Seconds{std::int64_t{8} * 86400},
                           Seconds{std::int64_t{16} * 86400},
                           Seconds{std::int64_t{32} * 86400}};
/// A queue that begins empty fills for days, which is no steady state.
constexpr Seconds least_from_empty{std::int64_t{8} * 86400};
/// Samples of their own: no replicate has these numbers.
constexpr std::uint64_t pilot = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t pilot_of_range = pilot - 1;
static_assert(length_of(pilot_of_range) == QueueLength::extended);

/// The sample to use: if the backlog is a range, that of its longest queue, which takes longest to
/// build up.
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

/// True if the second half of the hours is at another level than the first: the means of eighths of
/// the whole series differ by more than `errors` standard errors of the difference.
bool drifts(std::span<double const> hours, std::size_t eighth, double errors) {
    std::vector<double> days;
    for (std::size_t at = 0; at + eighth <= hours.size(); at += eighth)
        days.push_back(mean(hours.subspan(at, eighth)));
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
    return std::fabs(mean(last) - mean(first)) > errors * error;
}

/// The same for either series after its first hours.
bool drifts(HourlyStates const& states, std::size_t first, double errors) {
    std::size_t const eighth = states.busy.size() / 8;
    return drifts(std::span(states.backlog).subspan(first), eighth, errors) ||
           drifts(std::span(states.busy).subspan(first), eighth, errors);
}

/// Whether the queue begins near its steady state and users hold it there, who submit less while much waits.
bool held_by_users(QueueSetup const& setup) {
    auto const* slurm = std::get_if<std::shared_ptr<SlurmSetup const>>(&setup.scheduler);
    return slurm != nullptr && begins_steady(setup) &&
           std::ranges::all_of((*slurm)->backgrounds, [](PartitionBackground const& one) {
               return one.backlog.has_value();
           });
}

/// The hours after which the series are steady; nothing if they are too short to tell.
std::optional<std::size_t> steady_from(HourlyStates const& states, bool begins_steady) {
    std::size_t const hours = states.busy.size();
    // A queue that begins near its steady state and stays at its level needs no search, which would
    // only find some burst.
    if (begins_steady && !drifts(states, shortest_from_steady, 3.0)) return shortest_from_steady;
    std::size_t const shortest = begins_steady ? shortest_from_steady : shortest_from_empty;
    auto const by_backlog = mser5(states.backlog);
    auto const by_use = mser5(states.busy);
    if (by_backlog && by_use) return std::max({shortest, *by_backlog, *by_use});
    // Bursts at the end of a short series look like a new level to MSER-5.
    if (!drifts(states, hours / 4, 2.0)) return hours / 4;
    return std::nullopt;
}

Seconds hours_of(std::size_t observations) {
    return Seconds{static_cast<std::int64_t>(observations) * hour.count};
}

}  // namespace

SteadyState find_steady_state(QueueSetup const& setup, std::function<bool()> const& interrupted) {
    QueueSetup longest = setup;
    longest.background.warm_up = tried.back();
    longest.background.window = Seconds{0};
    if (held_by_users(longest)) return {.warm_up = hours_of(shortest_from_steady)};
    SampledQueue const sampled = sample_queue(longest, pilot_of(longest.background));
    sampled.queue->set_interrupted(interrupted);
    HourlyStates states;
    SteadyState found;
    bool const steady = begins_steady(longest);
    for (Seconds const span : tried) {
        if (!steady && span < least_from_empty) continue;
        if (!observe(*sampled.queue, units_of(setup), span, interrupted, states)) return {};
        auto const from = steady_from(states, steady);
        found.reached = from.has_value();
        found.warm_up = hours_of(from.value_or(states.busy.size() / 2));
        std::span const all(states.backlog);
        found.first_backlog = mean(all.first(all.size() / 2));
        found.last_backlog = mean(all.last(all.size() / 2));
        if (found.reached) break;
    }
    return found;
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

}  // namespace clustersim
