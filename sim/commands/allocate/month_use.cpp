// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/month_use.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// The first day of the month after that of `day`.
Date next_month(Date day) {
    std::chrono::year_month_day const civil{day};
    return Date{(civil.year() / civil.month() + std::chrono::months{1}) / std::chrono::day{1}};
}

double seconds_since(Date start, Date day) {
    return std::chrono::duration<double>(day - start).count();
}

}  // namespace

std::vector<MonthUse>
month_use(std::vector<PlannedStage> const& stages, Date start, RequestedTime const& asked) {
    double const end = stages.back().end;
    std::vector<MonthUse> months;
    double sum = 0.0;
    for (Date day = start; seconds_since(start, day) < end; day = next_month(day)) {
        double const from = seconds_since(start, day);
        double const to = seconds_since(start, next_month(day));
        double used = 0.0;
        for (PlannedStage const& stage : stages) {
            double const length = stage.end - stage.begin;
            double const inside = std::min(to, stage.end) - std::max(from, stage.begin);
            if (length > 0.0 && inside > 0.0) used += stage.node_hours.value * inside / length;
        }
        months.push_back({.month = date_text(day).substr(0, 7), .node_hours = used});
        sum += used;
    }
    for (MonthUse& one : months)
        if (sum > 0.0) one.asked = asked.value * one.node_hours / sum;
    return months;
}

}  // namespace clustersim
