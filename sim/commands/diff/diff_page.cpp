// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff_page.hpp"

#include "sim/commands/diff/diff_text.hpp"
#include "sim/report/html/page_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// Classes beyond these are left to the table.
constexpr std::size_t most_classes = 30;

/// Mean waits of the classes of one division on both sides; no categories if the division has none.
BarChart
waits_by_class(DiffAnswer const& answer, DiffPair const& pair, std::string const& division) {
    BarChart chart;
    chart.title = division == "all" ? "Mean wait of all jobs" : "Mean wait by " + division;
    chart.unit = "s";
    chart.by = division == "all" ? "jobs" : division;
    BarSeries first{answer.first, {}, {}, {}};
    BarSeries other{pair.name, {}, {}, {}};
    std::size_t left_out = 0;
    for (ClassDiff const& one : pair.classes) {
        if (one.of.division != division) continue;
        if (chart.categories.size() == most_classes) {
            ++left_out;
            continue;
        }
        chart.categories.push_back(one.of.name);
        first.values.emplace_back(one.mean_wait.first);
        other.values.emplace_back(one.mean_wait.other);
    }
    if (left_out > 0) chart.note = fmt::format("{} more classes are in the table.", left_out);
    chart.series = {std::move(first), std::move(other)};
    return chart;
}

/// The divisions of a pair, in their order.
std::vector<std::string> divisions_of(DiffPair const& pair) {
    std::vector<std::string> found;
    for (ClassDiff const& one : pair.classes)
        if (std::ranges::find(found, one.of.division) == found.end())
            found.push_back(one.of.division);
    return found;
}

PageSection pair_section(DiffAnswer const& answer, DiffPair const& pair) {
    PageSection section{pair.name, "Compared with " + answer.first + ".", {}};
    for (std::string& line : lines_of(diff_summary(pair)))
        section.items.emplace_back(PageText{std::move(line)});
    for (std::string const& division : divisions_of(pair))
        section.items.emplace_back(waits_by_class(answer, pair, division));
    section.items.emplace_back(PageTable{"Waits by class", diff_class_table(pair)});
    section.items.emplace_back(PageTable{"Use of the machine", diff_machine_table(pair)});
    return section;
}

}  // namespace

ReportPage diff_page(DiffAnswer const& answer) {
    ReportPage page;
    page.kind = "diff";
    page.title = answer.pairs.size() == 1
                     ? fmt::format("{}, compared with {}", answer.pairs.front().name, answer.first)
                     : fmt::format("{} sides, compared with {}", answer.pairs.size(), answer.first);
    for (DiffPair const& pair : answer.pairs) page.sections.push_back(pair_section(answer, pair));
    for (std::string& line : lines_of(diff_terms(answer)))
        page.terms.emplace_back("intervals", std::move(line));
    return page;
}

}  // namespace clustersim
