// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/grid_hours.hpp"
#include "sim/core/quantity.hpp"

#include <memory>
#include <optional>

namespace clustersim {

/// The grid that a job's hours are compared on.
struct AskedHours {
    std::shared_ptr<GridHours const> grid;
    std::optional<int> month;     ///< 0..11; unset: the mean of the year
    bool buys_renewable = false;  ///< by the site's contract no hour is better than another
};

/// What a run emits that starts at some hours, over what it emits with the mean intensity of a day.
struct StartHours {
    double night = 1.0;   ///< mean of the starts from 22:00 to 5:59, local time
    double day = 1.0;     ///< mean of the starts from 8:00 to 17:59, local time
    double error = 0.0;   ///< two standard errors of `night` less `day`
    double lowest = 1.0;  ///< of the best hour
    int best_hour = 0;    ///< local time

    /// The share that a start at night saves against one by day; negative: it costs more.
    [[nodiscard]] double saving() const { return 1.0 - night / day; }
    [[nodiscard]] double saving_error() const { return error / day; }
};

/// Emission of a run that starts at a local hour over that with the mean of a day.
double relative_emission(GridHours const& grid, int month, int local_hour, Duration run);

StartHours start_hours(AskedHours const& asked, Duration run);

}  // namespace clustersim
