// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"

#include <array>
#include <string>

namespace clustersim {

/// How the carbon intensity of a country's electricity changes with the hour, read from systems/grid/COUNTRY.yaml. Only
/// the shape of a day: the level is that of the machine.
struct GridHours {
    static constexpr int hours = 24;
    static constexpr int months = 12;

    std::string country;
    std::string title;
    int as_of = 0;  ///< the year of the data
    /// Intensity of an hour of UTC over the mean of its day, by month. Months between two sampled ones are interpolated.
    std::array<std::array<double, hours>, months> factor{};
    std::array<double, months> error{};  ///< standard error of a factor
    std::array<int, months> local{};     ///< hours by which local time is ahead of UTC
    ConfigNode document{};               ///< the file's tree

    /// Hour of the day of `local_hour` in UTC, 0..23; `month` is 0..11.
    [[nodiscard]] int utc_hour(int month, int local_hour) const;
};

/// Reads such a file (schema clustersim/grid/1) and checks its sources.
Result<GridHours> read_grid_document(ConfigNode const& document);

}  // namespace clustersim
