// SPDX-License-Identifier: Apache-2.0
#include "models/machine/grid_hours.hpp"

#include "models/machine/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array sampled_months{std::pair<std::string_view, int>{"january", 0},
                                    std::pair<std::string_view, int>{"april", 3},
                                    std::pair<std::string_view, int>{"july", 6},
                                    std::pair<std::string_view, int>{"october", 9}};
constexpr int first_month_of_summer_time = 3;  // in Europe from the end of March to that of October
constexpr int last_month_of_summer_time = 9;

/// The mean of the factors is 1 up to their rounding: the level is that of the machine.
void read_factors(Reader& month, std::array<double, GridHours::hours>& into) {
    auto const factors = month.number_list("factors", Range::positive(10.0));
    if (factors.size() != into.size()) {
        month.complain("factors", Code::out_of_range, fmt::format("{} factors", factors.size()))
            .help = "one for each hour of the day, from 0 to 23 UTC";
        return;
    }
    std::ranges::copy(factors, into.begin());
    double const mean = std::accumulate(into.begin(), into.end(), 0.0) / GridHours::hours;
    if (std::abs(mean - 1.0) <= 0.005) return;
    month
        .complain(
            "factors", Code::inconsistent, fmt::format("the mean of the factors is {:.3g}", mean))
        .help = "divide them by it: the level is that of the machine";
}

void read_month(Reader month, GridHours& grid, int index) {
    auto const at = static_cast<std::size_t>(index);
    month.integer("days", Range::at_least(2, 366));
    read_factors(month, grid.factor.at(at));
    grid.error.at(at) = month.number("error", Range::at_least(0.0, 1.0));
    month.finish();
}

/// Fills the months between two sampled ones, three apart.
void interpolate(GridHours& grid) {
    constexpr int step = 3;
    for (int month = 0; month < GridHours::months; ++month) {
        int const rest = month % step;
        if (rest == 0) continue;
        auto const before = static_cast<std::size_t>(month - rest);
        auto const after = (before + step) % GridHours::months;
        auto const at = static_cast<std::size_t>(month);
        double const weight = double(rest) / step;
        for (std::size_t hour = 0; hour < GridHours::hours; ++hour)
            grid.factor.at(at).at(hour) =
                std::lerp(grid.factor.at(before).at(hour), grid.factor.at(after).at(hour), weight);
        grid.error.at(at) = std::max(grid.error.at(before), grid.error.at(after));
    }
}

}  // namespace

int GridHours::utc_hour(int month, int local_hour) const {
    return ((local_hour - local.at(static_cast<std::size_t>(month))) % hours + hours) % hours;
}

Result<GridHours> read_grid_document(ConfigNode const& document) {
    Diagnostics diagnostics;
    Reader reader(document, diagnostics, Reader::Style::annotated);
    reader.schema("clustersim/grid/1");
    GridHours grid;
    reader.text("name");
    grid.title = reader.text("title");
    grid.country = reader.text("country");
    grid.as_of = static_cast<int>(reader.integer("as_of", Range::at_least(1990, 2100)));
    reader.raw("sources");
    constexpr Range ahead = Range::at_least(0.0, 14.0);
    Reader offset = reader.child("utc_offset");
    auto const winter = static_cast<int>(offset.integer("winter", ahead));
    auto const summer = static_cast<int>(offset.integer("summer", ahead));
    offset.finish();
    for (int month = 0; month < GridHours::months; ++month)
        grid.local.at(static_cast<std::size_t>(month)) =
            month >= first_month_of_summer_time && month <= last_month_of_summer_time ? summer
                                                                                      : winter;
    Reader months = reader.child("months");
    for (auto const& [name, index] : sampled_months) read_month(months.child(name), grid, index);
    months.finish();
    reader.finish();
    check_provenance(document, diagnostics);
    if (diagnostics.has_errors()) {
        diagnostics.sort_by_place();
        return failure(std::move(diagnostics));
    }
    interpolate(grid);
    grid.document = document;
    return grid;
}

}  // namespace clustersim
