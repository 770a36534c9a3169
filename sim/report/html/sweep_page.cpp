// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/sweep_page.hpp"

#include "sim/config/json_text.hpp"
#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/html/page_inputs.hpp"
#include "sim/report/html/sweep_curves.hpp"
#include "sim/report/metric_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array swept_metrics{
    SweptMetric{"turnaround_median_s", "Turnaround", "s"},
    SweptMetric{"wait_median_s", "Wait", "s"},
    SweptMetric{"runtime_s", "Run time", "s"},
    SweptMetric{"step_time_s", "Step time", "s"},
    SweptMetric{"efficiency", "Efficiency", "share"},
    SweptMetric{"node_hours", "Node-hours", "node-h"},
    SweptMetric{"gpu_hours", "Device-hours", ""},
    SweptMetric{"billed", "Billed", ""},
    SweptMetric{"energy_J", "Energy", "J"},
};

std::string count_of(std::size_t count) {
    return grouped(static_cast<std::int64_t>(count));
}

/// A value for people, without its range.
std::string amount_text(SweptMetric const& metric, double value, std::string const& unit) {
    if (metric.unit == "s") return human(seconds(value));
    if (metric.unit == "J") return human(joules(value));
    if (metric.unit == "share") return human_percent(value);
    return fmt::format("{} {}", human_number(value), metric.unit.empty() ? unit : metric.unit);
}

std::string
value_text(SweptMetric const& metric, StoredValue const& value, std::string const& unit) {
    if (!value.value && !value.low && !value.high) return std::string(not_applicable);
    // Only times are stored without a value that is there: they never end.
    if (!value.value || (!value.high && value.low)) {
        std::string const middle = value.value ? human(seconds(*value.value)) : "never";
        return value.low ? fmt::format("{} ({} – never)", middle, human(seconds(*value.low)))
                         : middle;
    }
    bool const ranged = value.low && value.high && *value.low != *value.high;
    if (metric.unit == "s" && ranged)
        return human_range(seconds(*value.value), seconds(*value.low), seconds(*value.high));
    return amount_text(metric, *value.value, unit);
}

std::string settings_text(std::vector<std::string> const& keys,
                          std::vector<std::string> const& values) {
    std::string text;
    for (std::size_t k = 0; k < keys.size(); ++k)
        text += fmt::format("{}{}={}", k == 0 ? "" : ", ", keys[k], values[k]);
    return text;
}

bool has_several_jobs(StoredSweep const& sweep) {
    return std::ranges::any_of(
        sweep.points, [](StoredPoint const& point) { return point.jobs.size() > 1; });
}

std::string note_of_rows(std::size_t shown, std::size_t all) {
    return shown < all ? fmt::format("The first {} of {} rows; all are in the file of the sweep.",
                                     count_of(shown),
                                     count_of(all))
                       : std::string();
}

/// A table with the number and the settings of points in front.
Table table_of_points(StoredSweep const& sweep) {
    Table table;
    table.add_column("point");
    for (std::string const& key : sweep.identity.keys) table.add_column(key, false);
    return table;
}

std::vector<std::string> head_of(StoredPoint const& point) {
    std::vector<std::string> row{std::to_string(point.number)};
    row.insert(row.end(), point.settings.begin(), point.settings.end());
    return row;
}

/// The metrics that at least one job has.
std::vector<std::size_t> metrics_with_values(StoredSweep const& sweep) {
    std::vector<std::size_t> found;
    for (std::size_t m = 0; m < swept_metrics.size(); ++m) {
        bool const has = std::ranges::any_of(sweep.points, [&](StoredPoint const& point) {
            return std::ranges::any_of(point.jobs, [&](StoredJob const& job) {
                return job.values[m].value || job.values[m].low;
            });
        });
        if (has) found.push_back(m);
    }
    return found;
}

PageSection answers_of(StoredSweep const& sweep, SweepCells const& grid) {
    bool const jobs = has_several_jobs(sweep);
    bool const makespans = std::ranges::any_of(
        sweep.points, [](StoredPoint const& point) { return point.makespan.has_value(); });
    std::vector<std::size_t> const shown = metrics_with_values(sweep);
    Table table = table_of_points(sweep);
    if (jobs) table.add_column("job", false);
    for (std::size_t const m : shown) table.add_column(std::string(swept_metrics[m].title));
    if (makespans) table.add_column("end of all jobs");
    for (SweepCell const& cell : grid.cells) {
        if (table.rows.size() == most_sweep_rows) break;
        std::vector<std::string> row = head_of(*cell.point);
        if (jobs) row.push_back(cell.job->name);
        for (std::size_t const m : shown) {
            StoredValue const& value = cell.job->values[m];
            row.push_back(value_text(
                swept_metrics[m], value, sweep.units.empty() ? "" : sweep.units[value.unit]));
        }
        if (makespans)
            row.push_back(cell.point->makespan
                              ? value_text(swept_metrics.front(), *cell.point->makespan, "s")
                              : std::string(not_applicable));
        table.rows.push_back(std::move(row));
    }
    PageSection section{"Answers", note_of_rows(table.rows.size(), grid.cells.size()), {}};
    section.items.emplace_back(PageTable{{}, std::move(table)});
    return section;
}

/// The point in which a metric is lowest, of all points.
void add_lowest_point(std::vector<PageCard>& cards,
                      std::string title,
                      std::string_view name,
                      StoredSweep const& sweep,
                      SweepCells const& grid) {
    auto const metric = std::ranges::find(swept_metrics, name, &SweptMetric::name);
    auto const m = static_cast<std::size_t>(metric - swept_metrics.begin());
    SweepCell const* best = nullptr;
    bool differ = false;
    for (SweepCell const& cell : grid.cells) {
        auto const& value = cell.job->values[m].value;
        if (!value) continue;
        auto const least = best == nullptr ? value : best->job->values[m].value;
        differ = differ || *value != *least;
        if (best == nullptr || *value < *least) best = &cell;
    }
    // The lowest of equal values distinguishes no point.
    if (best == nullptr || !differ) return;
    StoredValue const& value = best->job->values[m];
    cards.push_back({std::move(title),
                     amount_text(*metric, *value.value, sweep.units[value.unit]),
                     settings_text(brief_keys(sweep.identity.keys), best->point->settings)});
}

std::vector<PageCard> sweep_cards(StoredSweep const& sweep, SweepCells const& grid) {
    std::vector<PageCard> cards;
    // Jobs of one point are parts of one answer: the lowest of them says nothing.
    if (has_several_jobs(sweep)) return cards;
    add_lowest_point(cards, "Soonest end", "turnaround_median_s", sweep, grid);
    add_lowest_point(cards, "Shortest wait", "wait_median_s", sweep, grid);
    add_lowest_point(cards, "Shortest run time", "runtime_s", sweep, grid);
    add_lowest_point(cards, "Fewest node-hours", "node_hours", sweep, grid);
    add_lowest_point(cards, "Least energy", "energy_J", sweep, grid);
    return cards;
}

void add_table(ReportPage& page, char const* title, Table table, std::size_t all) {
    if (table.rows.empty()) return;
    PageSection section{title, note_of_rows(table.rows.size(), all), {}};
    section.items.emplace_back(PageTable{{}, std::move(table)});
    page.sections.push_back(std::move(section));
}

/// Points that no machine can do, and jobs that did not always start.
void add_failures(ReportPage& page, StoredSweep const& sweep) {
    Table impossible = table_of_points(sweep);
    Table pending = table_of_points(sweep);
    impossible.add_column("reason", false);
    pending.add_column("job", false);
    pending.add_column("reason", false);
    std::size_t impossible_points = 0;
    std::size_t pending_jobs = 0;
    auto const add = [](Table& table, StoredPoint const& point, std::vector<std::string> more) {
        if (table.rows.size() == most_sweep_rows) return;
        table.rows.push_back(head_of(point));
        std::ranges::move(more, std::back_inserter(table.rows.back()));
    };
    for (StoredPoint const& point : sweep.points) {
        if (!point.impossible.empty()) {
            ++impossible_points;
            add(impossible, point, {point.impossible});
        }
        for (StoredJob const& job : point.jobs) {
            if (job.never_started.empty()) continue;
            ++pending_jobs;
            add(pending, point, {job.name, job.never_started});
        }
    }
    add_table(page, "Not possible", std::move(impossible), impossible_points);
    add_table(page, "Not started in every replicate", std::move(pending), pending_jobs);
}

void add_sweep_warnings(ReportPage& page, StoredSweep const& sweep) {
    Table table;
    for (char const* title : {"warning", "what to do"}) table.add_column(title, false);
    for (Diagnostic const& one : sweep.warnings.items())
        if (table.rows.size() < most_sweep_rows) table.rows.push_back({one.message, one.help});
    add_table(page, "Warnings", std::move(table), sweep.warnings.items().size());
}

/// The different values of a text over all points that were simulated, at most a few.
std::string values_of_points(StoredSweep const& sweep, std::string StoredPoint::*member) {
    std::set<std::string> found;
    for (StoredPoint const& point : sweep.points)
        if (point.impossible.empty()) found.insert(point.*member);
    constexpr std::size_t few = 20;
    if (found.size() > few) return fmt::format("{} different ones", found.size());
    return fmt::format("{}", fmt::join(found, ", "));
}

std::string replicates_text(StoredSweep const& sweep) {
    std::int64_t least = 0;
    std::int64_t most = 0;
    for (StoredPoint const& point : sweep.points) {
        if (!point.impossible.empty()) continue;
        least = most == 0 ? point.replicates : std::min(least, point.replicates);
        most = std::max(most, point.replicates);
    }
    return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

void add_sweep_terms(ReportPage& page, StoredSweep const& sweep) {
    page.terms.emplace_back("computed by", "clustersim " + sweep.identity.version);
    page.terms.emplace_back("machines", values_of_points(sweep, &StoredPoint::system));
    page.terms.emplace_back("partitions", values_of_points(sweep, &StoredPoint::partition));
    page.terms.emplace_back("schedulers", values_of_points(sweep, &StoredPoint::scheduler));
    page.terms.emplace_back("replicates of a point", replicates_text(sweep));
    page.terms.emplace_back("seed", sweep.identity.seed);
}

/// A document as the sweep's file has it; nothing if it is damaged.
ConfigNode stored_json(std::string const& text, char const* name) {
    auto document = parse_yaml(text, name);
    return document ? restored_json(std::move(*document)) : ConfigNode{};
}

}  // namespace

std::span<std::string_view const> metrics_of_sweep_page() {
    static std::array const names = [] {
        std::array<std::string_view, swept_metrics.size()> all;
        std::ranges::transform(swept_metrics, all.begin(), &SweptMetric::name);
        return all;
    }();
    return names;
}

ReportPage sweep_page(StoredSweep const& sweep) {
    ReportPage page;
    page.kind = "sweep";
    page.title = sweep.identity.title.empty() ? "Sweep" : sweep.identity.title;
    page.complete = sweep.complete();
    SweepCells const grid = cells_of(sweep);
    page.lead.push_back(fmt::format("{} of {} points are answered. Swept: {}.",
                                    count_of(sweep.points.size()),
                                    count_of(sweep.identity.points),
                                    fmt::join(sweep.identity.keys, ", ")));
    page.cards = sweep_cards(sweep, grid);
    page.sections.push_back(answers_of(sweep, grid));
    add_sweep_curves(page, sweep, grid, swept_metrics);
    add_failures(page, sweep);
    add_sweep_warnings(page, sweep);
    add_sweep_terms(page, sweep);
    add_input_texts(page,
                    {stored_json(sweep.identity.scenario, "scenario")},
                    stored_json(sweep.identity.inputs, "inputs"));
    page.terms.emplace_back("hash of the inputs", sweep.identity.hash);
    return page;
}

}  // namespace clustersim
