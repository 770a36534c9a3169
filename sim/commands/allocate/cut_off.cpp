// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/cut_off.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clustersim {
namespace {

/// The latest of the days of each month that is not after `latest`.
Date last_month_day(std::vector<int> const& month_days, Date latest) {
    std::chrono::year_month_day const civil{latest};
    Date best{};
    for (int const back : {0, 1})
        for (int const day : month_days) {
            Date const one{(civil.year() / civil.month() - std::chrono::months{back}) /
                           std::chrono::day{static_cast<unsigned>(day)}};
            if (one <= latest) best = std::max(best, one);
        }
    return best;
}

std::string days_text(std::vector<Date> const& days) {
    std::vector<std::string> texts;
    for (Date const day : days) texts.push_back(date_text(day));
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string lead_text(CutOffs const& cut_offs) {
    if (!cut_offs.days_to_start) return "the time from there to the first job is not known; ";
    double const days = std::ceil(*cut_offs.days_to_start);
    if (days == 0.0) return "granted at once; ";
    return fmt::format("first jobs about {:.0f} day{} later; ", days, days == 1.0 ? "" : "s");
}

}  // namespace

std::optional<Date> last_cut_off(CutOffs const& cut_offs, Date start) {
    if (!cut_offs.days_to_start) return std::nullopt;
    Date const latest =
        start - std::chrono::days{static_cast<int>(std::ceil(*cut_offs.days_to_start))};
    if (cut_offs.always) return latest;
    if (!cut_offs.month_days.empty()) return last_month_day(cut_offs.month_days, latest);
    std::optional<Date> best;
    for (Date const day : cut_offs.days)
        if (day <= latest && (!best || day > *best)) best = day;
    return best;
}

std::string cut_off_text(CutOffs const& cut_offs, Date start) {
    std::string const known = "as of " + cut_offs.as_of;
    if (auto const last = last_cut_off(cut_offs, start))
        return fmt::format("for a start on {}, apply by {} ({}{}{})",
                           date_text(start),
                           date_text(*last),
                           lead_text(cut_offs),
                           cut_offs.days.empty() ? "" : "later cut-offs may be announced; ",
                           known);
    if (!cut_offs.days_to_start)
        return fmt::format(
            "cut-offs: {} ({}{})",
            cut_offs.always ? "none, always open"
            : cut_offs.days.empty()
                ? fmt::format("day {} of each month", fmt::join(cut_offs.month_days, ", "))
                : days_text(cut_offs.days),
            lead_text(cut_offs),
            known);
    return fmt::format("no known cut-off allows a start on {}: {} ({}{})",
                       date_text(start),
                       days_text(cut_offs.days),
                       lead_text(cut_offs),
                       known);
}

}  // namespace clustersim
