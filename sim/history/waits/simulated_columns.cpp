// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/simulated_columns.hpp"

#include "sim/history/friction/simulated_waits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace clustersim {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t seconds_of_week = 7 * 86400;
constexpr std::size_t samples_of_job = 5;
constexpr std::size_t simulated_column_count = 6;

std::size_t position_of(FeatureTable const& table, std::string_view column) {
    auto const at = std::ranges::find(table.columns(), column, &FeatureColumn::name);
    return static_cast<std::size_t>(at - table.columns().begin());
}

/// The cost of a sample grows with the number of jobs that may end before the start, and with the
/// number of jobs that are looked at after each end.
double work_of(double running, double waiting) {
    return (running + waiting) * std::min(waiting + 1.0, 1000.0);
}

std::vector<AskedWait> simulated_within(double most_work,
                                        Past const& past,
                                        FeatureTable const& history,
                                        std::optional<std::size_t> asked) {
    auto const running = position_of(history, "running_jobs");
    auto const waiting = position_of(history, "waiting_jobs");
    std::span<PastJob const> const jobs(past.jobs);
    auto const first_end = std::ranges::min(jobs, {}, &PastJob::end).end;
    double left = most_work;
    std::vector<AskedWait> out;
    for (std::size_t i = jobs.size(); i-- > 0;) {
        bool const is_asked = asked == i;
        if (!is_asked && (jobs[i].submit > past.known_until || left <= 0.0)) continue;
        auto const second = jobs[i].submit.since_origin;
        Instant const week{second - (second % seconds_of_week + seconds_of_week) % seconds_of_week};
        if (week <= first_end) break;
        if (!is_asked) left -= work_of(history.row(i)[running], history.row(i)[waiting]);
        out.push_back({i, week});
    }
    std::ranges::reverse(out);
    return out;
}

void add_summary(std::vector<std::int64_t> const& waits, std::vector<double>& row) {
    double sum = 0.0;
    for (std::int64_t const wait : waits) sum += std::log10(static_cast<double>(wait) + 1.0);
    auto const [least, most] = std::ranges::minmax(waits);
    row.push_back(sum / static_cast<double>(waits.size()));
    row.push_back(std::log10(static_cast<double>(least) + 1.0));
    row.push_back(std::log10(static_cast<double>(most) + 1.0));
}

}  // namespace

std::vector<FeatureColumn> simulated_feature_columns() {
    // A longer simulated wait does not prove a longer real one, so the trees learn the direction of
    // the effect.
    return {{"simulated_wait", Monotone::unknown},
            {"simulated_wait_least", Monotone::unknown},
            {"simulated_wait_most", Monotone::unknown},
            {"friction_wait", Monotone::unknown},
            {"friction_wait_least", Monotone::unknown},
            {"friction_wait_most", Monotone::unknown}};
}

std::size_t simulated_rows(FeatureTable const& table, std::span<std::size_t const> rows) {
    auto const column = position_of(table, simulated_feature_columns().front().name);
    if (column == table.columns().size()) return 0;
    return static_cast<std::size_t>(std::ranges::count_if(
        rows, [&](std::size_t i) { return !std::isnan(table.row(i)[column]); }));
}

std::optional<FeatureTable> simulated_columns(Past const& past,
                                              FeatureTable const& history,
                                              LearningOptions const& options,
                                              std::optional<std::size_t> asked) {
    FeatureTable out(simulated_feature_columns());
    if (past.jobs.empty()) return out;
    auto const chosen = simulated_within(options.simulated_work, past, history, asked);
    SimulationOptions simulation;
    simulation.samples = samples_of_job;
    simulation.work = options.work.telling(options.simulation_progress);
    auto const waits = simulated_waits(past, std::nullopt, chosen, simulation);
    if (!waits) return std::nullopt;
    std::array<double, simulated_column_count> none{};
    none.fill(missing);
    std::size_t next = 0;
    for (std::size_t i = 0; i < past.jobs.size(); ++i) {
        if (next == chosen.size() || chosen[next].job != i) {
            out.add_row(none);
            continue;
        }
        std::vector<double> row;
        add_summary(waits->clean[next], row);
        add_summary(waits->with_friction[next], row);
        out.add_row(row);
        ++next;
    }
    return out;
}

}  // namespace clustersim
