// SPDX-License-Identifier: Apache-2.0
//
// Emissions of a run by the hour of its start.
//
// Equation. CO2e(h) = E x I x r(h), r(h) = 1/T x integral of f(t) from h to h + T; E is the energy of the run, drawn evenly
// over its time T, I the mean intensity of the machine's electricity, f the intensity of an hour of the day over the mean of
// its day. Whole days of a run have a mean of 1. The saving of a night is 1 - r(night) / r(day), each the mean over its
// hours of start.
// Source. f: systems/grid/*.yaml, computed from hourly generation by source, with factors of the whole life cycle. The error
// of a difference of two hours is sqrt(2) standard errors of one; two of them make the range, less for runs of
// more than a day, by the part of the run that is not whole days.
// Domain. Average intensity of the generation of a country: not what one more job causes (marginal intensity), and without
// imports. Some six to eight days of each of four months of one year: the shape of a day, not the weather of a week.
// A site whose contract is renewable electricity has no better hours by that contract.
#include "models/energy/start_hours.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace clustersim {
namespace {

constexpr double hour_s = 3600.0;
constexpr double day_s = 24.0 * hour_s;

double mean_emission(AskedHours const& asked, int local_hour, Duration run) {
    if (asked.month) return relative_emission(*asked.grid, *asked.month, local_hour, run);
    double sum = 0.0;
    for (int month = 0; month < GridHours::months; ++month)
        sum += relative_emission(*asked.grid, month, local_hour, run);
    return sum / GridHours::months;
}

double standard_error(AskedHours const& asked) {
    auto const& errors = asked.grid->error;
    return asked.month ? errors.at(static_cast<std::size_t>(*asked.month))
                       : *std::ranges::max_element(errors);
}

/// The part of a run that is not whole days.
double loose_share(Duration run) {
    return run.si() <= day_s ? 1.0 : std::fmod(run.si(), day_s) / run.si();
}

}  // namespace

double relative_emission(GridHours const& grid, int month, int local_hour, Duration run) {
    auto const& factor = grid.factor.at(static_cast<std::size_t>(month));
    int hour = grid.utc_hour(month, local_hour);
    if (run <= Duration{}) return factor.at(static_cast<std::size_t>(hour));
    double left = std::fmod(run.si(), day_s);
    double sum = run.si() - left;  // whole days, with a mean of 1
    while (left > 0.0) {
        double const part = std::min(left, hour_s);
        sum += part * factor.at(static_cast<std::size_t>(hour));
        hour = (hour + 1) % GridHours::hours;
        left -= part;
    }
    return sum / run.si();
}

StartHours start_hours(AskedHours const& asked, Duration run) {
    StartHours out;
    if (asked.buys_renewable || asked.grid == nullptr) return out;
    double night = 0.0;
    double day = 0.0;
    int nights = 0;
    int days = 0;
    out.lowest = mean_emission(asked, 0, run);
    for (int hour = 0; hour < GridHours::hours; ++hour) {
        double const here = mean_emission(asked, hour, run);
        if (here < out.lowest) {
            out.lowest = here;
            out.best_hour = hour;
        }
        if (hour >= 22 || hour < 6) {
            night += here;
            ++nights;
        } else if (hour >= 8 && hour < 18) {
            day += here;
            ++days;
        }
    }
    out.night = night / nights;
    out.day = day / days;
    out.error = 2.0 * std::numbers::sqrt2 * standard_error(asked) * loose_share(run);
    return out;
}

}  // namespace clustersim
