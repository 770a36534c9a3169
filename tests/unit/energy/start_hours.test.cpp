// SPDX-License-Identifier: Apache-2.0
#include "models/energy/start_hours.hpp"

#include "tests/support/catch.hpp"

#include <cmath>

using namespace clustersim;

namespace {

/// Midday, 10 to 16 local time, has half of the intensity of the other hours.
AskedHours sunny() {
    GridHours grid;
    grid.local.fill(2);
    grid.error.fill(0.01);
    for (auto& month : grid.factor)
        for (std::size_t hour = 0; hour < month.size(); ++hour)
            month[hour] = (hour >= 8 && hour < 14 ? 0.5 : 1.0) / 0.875;
    return {std::make_shared<GridHours const>(grid), std::nullopt, false};
}

}  // namespace

TEST_CASE("a run emits the mean of its hours, from the local hour of its start", "[energy][unit]") {
    AskedHours const asked = sunny();
    CHECK(relative_emission(*asked.grid, 0, 10, hours(6)) == Approx(0.5 / 0.875));
    CHECK(relative_emission(*asked.grid, 0, 16, hours(6)) == Approx(1.0 / 0.875));
    CHECK(relative_emission(*asked.grid, 0, 9, hours(2)) == Approx(0.75 / 0.875));
    CHECK(relative_emission(*asked.grid, 0, 9, hours(1.5)) == Approx((1.0 + 0.25) / 1.5 / 0.875));
}

TEST_CASE("whole days have the mean of a day, whenever they start", "[energy][unit]") {
    AskedHours const asked = sunny();
    for (int const hour : {0, 10, 23}) {
        CHECK(relative_emission(*asked.grid, 0, hour, hours(24)) == Approx(1.0));
        CHECK(relative_emission(*asked.grid, 0, hour, hours(240)) == Approx(1.0));
    }
    CHECK(relative_emission(*asked.grid, 0, 10, hours(30)) ==
          Approx((24.0 + 6.0 * 0.5 / 0.875) / 30.0));
}

TEST_CASE("where the sun is strong, a start at night costs more than one by day",
          "[energy][unit]") {
    StartHours const start = start_hours(sunny(), hours(1));
    CHECK(start.night == Approx(1.0 / 0.875));
    CHECK(start.day == Approx((4.0 + 6.0 * 0.5) / 10.0 / 0.875));
    CHECK(start.saving() < -0.4);
    CHECK(start.best_hour == 10);
    CHECK(start.lowest == Approx(0.5 / 0.875));
    CHECK(start.error == Approx(2.0 * std::sqrt(2.0) * 0.01));
}

TEST_CASE("over many days neither the saving nor its error matters", "[energy][unit]") {
    StartHours const start = start_hours(sunny(), hours(241));
    CHECK(std::abs(start.saving()) < 0.003);
    CHECK(start.error < 0.001);
}

TEST_CASE("renewable electricity by contract has no better hour", "[energy][unit]") {
    AskedHours asked = sunny();
    asked.buys_renewable = true;
    CHECK(start_hours(asked, hours(1)).saving() == 0.0);
}
