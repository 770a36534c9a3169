// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/energy_config.hpp"

#include "sim/core/enum_names.hpp"

#include <string>
#include <vector>

namespace clustersim {
namespace {

enum class GridDetail { annual, hourly };

}  // namespace

void read_energy(Reader energy, Scenario& scenario) {
    static std::vector<std::string> const months{"january",
                                                 "february",
                                                 "march",
                                                 "april",
                                                 "may",
                                                 "june",
                                                 "july",
                                                 "august",
                                                 "september",
                                                 "october",
                                                 "november",
                                                 "december"};
    auto const grid = energy.optional_one_of<GridDetail>("grid");
    scenario.grid_hours = grid == GridDetail::hourly;
    bool const misspelt = energy.has("grid") && !grid;
    if (energy.has("month")) {
        auto const month = energy.choice("month", months);
        if (month) scenario.grid_month = static_cast<int>(*month);
        if (!scenario.grid_hours && !misspelt)
            energy.complain("month", Code::inconsistent, "`month` without hours").help =
                "add `grid: hourly`, or leave `month` out";
    }
    energy.finish();
}

}  // namespace clustersim
