// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff_text.hpp"

#include "sim/commands/diff/diff_rows.hpp"
#include "sim/core/human.hpp"
#include "sim/report/difference_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

std::string time_text(double value) {
    return human(seconds(std::max(0.0, value)));
}

std::string points(double share) {
    double const value = std::fabs(share) < 0.00005 ? 0.0 : 100.0 * share;
    return fmt::format("{}{:.2f}", value < 0.0 ? "−" : "+", std::fabs(value));
}

std::string diff_value_text(DiffValue const& value, std::string (*text)(double)) {
    return difference_text(value.change(), value.half_width, text);
}

/// The classes whose waits clearly became shorter or longer, the largest change first.
std::vector<ClassDiff const*> changed_classes(DiffPair const& pair, bool shorter) {
    std::vector<ClassDiff const*> found;
    for (ClassDiff const& one : pair.classes) {
        double const change = one.mean_wait.change();
        bool const clear = one.mean_wait.is_clear() && std::fabs(change) >= 1.0;
        if (one.of.division != "all" && clear && (change < 0.0) == shorter) found.push_back(&one);
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, [](ClassDiff const* one) {
        return std::fabs(one->mean_wait.change());
    });
    return found;
}

std::string class_name(JobClass const& of) {
    if (of.division == "size") return "jobs of " + of.name;
    if (of.division == "partition") return "partition " + of.name;
    return of.name;
}

std::string who_text(DiffPair const& pair, bool shorter) {
    std::string const label = shorter ? "Wait less: " : "Wait longer: ";
    auto const found = changed_classes(pair, shorter);
    if (found.empty()) return label + "nobody clearly.\n";
    std::string text;
    for (ClassDiff const* one : found) {
        text += fmt::format("{}{} ({} → {})",
                            text.empty() ? "" : "; ",
                            class_name(one->of),
                            time_text(one->mean_wait.first),
                            time_text(one->mean_wait.other));
    }
    return label + text + ".\n";
}

std::string all_jobs_text(DiffPair const& pair) {
    std::string text;
    for (ClassDiff const& one : pair.classes) {
        if (one.of.division != "all") continue;
        text = fmt::format(
            "All jobs: mean wait {} → {}, {}{}.",
            time_text(one.mean_wait.first),
            time_text(one.mean_wait.other),
            diff_value_text(one.mean_wait, signed_time),
            one.mean_wait.half_width && !one.mean_wait.is_clear() ? ", which may be chance" : "");
    }
    if (pair.pairs && pair.pairs->jobs > 0) {
        auto const share = [&](std::size_t jobs) {
            return percent(static_cast<double>(jobs) / static_cast<double>(pair.pairs->jobs));
        };
        text += fmt::format(" {} of the jobs start more than a minute earlier, {} later.",
                            share(pair.pairs->earlier),
                            share(pair.pairs->later));
    }
    if (pair.unstarted_first + pair.unstarted_other > 0)
        text += fmt::format(
            " Jobs that never start: {}, before {}.", pair.unstarted_other, pair.unstarted_first);
    return text + "\n";
}

std::string both(std::string const& first, std::string const& other) {
    return first == other ? first : first + " → " + other;
}

void add_failures(FailureDiff const& of, Table& table) {
    auto const row = [&](char const* what, DiffValue const& value) {
        table.rows.push_back({what,
                              human_number(value.first),
                              human_number(value.other),
                              diff_value_text(value, signed_number)});
    };
    row("node failures per day", of.node_failures);
    row("jobs requeued per day", of.jobs_requeued);
    row("jobs failed per day", of.jobs_failed);
    row("node-hours down per day", of.node_hours_down);
    row("node-hours lost per day", of.node_hours_lost);
}

Table value_table(DiffAnswer const& answer) {
    Table table;
    for (char const* title :
         {"side", "division", "class", "metric", "first", "other", "difference", "low", "high"})
        table.add_column(title);
    auto const number = [](std::optional<double> value) {
        return value ? fmt::format("{}", *value) : std::string();
    };
    for (DiffRow const& row : diff_rows(answer))
        table.rows.push_back({row.side,
                              row.division,
                              row.of,
                              row.metric,
                              number(row.first),
                              number(row.other),
                              number(row.other - row.first),
                              number(row.low),
                              number(row.high)});
    return table;
}

/// Whether all jobs start as on the first side.
bool changes_nothing(DiffPair const& pair) {
    bool const equal_classes = std::ranges::all_of(pair.classes, [](ClassDiff const& one) {
        return one.jobs_first == one.jobs_other && one.mean_wait.change() == 0.0 &&
               one.slowdown.change() == 0.0 && one.median_first == one.median_other;
    });
    return equal_classes && pair.pairs && pair.pairs->jobs > 0 && pair.pairs->earlier == 0 &&
           pair.pairs->later == 0 && pair.unstarted_first == pair.unstarted_other && !pair.failures;
}

constexpr std::string_view no_change = "No job waits longer or shorter. What differs has no effect "
                                       "on these jobs: a half-life has none "
                                       "without accounts, a limit none that no job reaches.\n";

}  // namespace

Table diff_class_table(DiffPair const& pair) {
    Table table;
    for (char const* title : {"jobs by", "class"}) table.add_column(title, false);
    for (char const* title :
         {"jobs", "mean wait", "difference (95 %)", "median wait", "mean slowdown"})
        table.add_column(title);
    for (ClassDiff const& one : pair.classes) {
        table.rows.push_back(
            {one.of.division,
             one.of.name,
             both(fmt::format("{}", one.jobs_first), fmt::format("{}", one.jobs_other)),
             both(time_text(one.mean_wait.first), time_text(one.mean_wait.other)),
             diff_value_text(one.mean_wait, signed_time),
             both(time_text(one.median_first), time_text(one.median_other)),
             both(human_number(one.slowdown.first), human_number(one.slowdown.other))});
    }
    return table;
}

Table diff_machine_table(DiffPair const& pair) {
    Table table;
    table.add_column("machine", false);
    for (char const* title : {"first", "other", "difference (95 %)"}) table.add_column(title);
    auto const share = [&](char const* what, DiffValue const& value) {
        table.rows.push_back({what,
                              fmt::format("{:.2f} %", 100.0 * value.first),
                              fmt::format("{:.2f} %", 100.0 * value.other),
                              diff_value_text(value, points) + " points"});
    };
    if (pair.utilisation) share("utilisation", *pair.utilisation);
    if (pair.lost_capacity) share("loss of capacity", *pair.lost_capacity);
    share("started by backfill", pair.by_backfill);
    if (pair.power) {
        auto const power = [](double watts) {
            std::string const sign = watts < 0.0 ? "−" : "+";
            return watts == 0.0 ? std::string("0 W")
                                : sign + human(Watts::from_si(std::fabs(watts)));
        };
        table.rows.push_back({"mean power",
                              human(Watts::from_si(pair.power->first)),
                              human(Watts::from_si(pair.power->other)),
                              diff_value_text(*pair.power, power)});
    }
    if (pair.failures) add_failures(*pair.failures, table);
    if (pair.unstarted_first + pair.unstarted_other > 0)
        table.rows.push_back({"jobs not started",
                              fmt::format("{}", pair.unstarted_first),
                              fmt::format("{}", pair.unstarted_other),
                              ""});
    return table;
}

std::string diff_terms(DiffAnswer const& answer) {
    std::string const blocks =
        answer.blocks < 3
            ? "There are no intervals: they need three days or replicates."
            : fmt::format("Intervals: 95 %, jackknife over {} {}; with many classes, one in twenty "
                          "looks clear by chance.",
                          answer.blocks,
                          answer.blocks_are_days ? "days of submissions" : "replicates");
    return blocks + " Definitions: docs/policies.md.\n";
}

std::string diff_summary(DiffPair const& pair) {
    return who_text(pair, true) + who_text(pair, false) + all_jobs_text(pair);
}

std::string diff_text(DiffAnswer const& answer, Format format) {
    if (format == Format::json) return diff_json(answer);
    if (format == Format::csv) return to_csv(value_table(answer));
    std::string text;
    for (DiffPair const& pair : answer.pairs) {
        text += heading_mark(2, format) + text_in(pair.name, format) + ", compared with " +
                text_in(answer.first, format) + "\n" + heading_gap(format);
        if (changes_nothing(pair)) {
            text += std::string(no_change) + "\n";
            continue;
        }
        text += who_text(pair, true) + heading_gap(format) + who_text(pair, false) +
                heading_gap(format) + all_jobs_text(pair) + "\n";
        text += to_text(diff_class_table(pair), format) + "\n" +
                to_text(diff_machine_table(pair), format) + "\n";
    }
    return text + diff_terms(answer);
}

}  // namespace clustersim
