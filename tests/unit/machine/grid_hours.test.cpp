// SPDX-License-Identifier: Apache-2.0
#include "models/machine/grid_hours.hpp"

#include "models/machine/catalogue.hpp"
#include "sim/config/yaml_text.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>

#include <numeric>

using namespace clustersim;

namespace {

std::string factors_of(double first_half) {
    std::string out = "[";
    for (int hour = 0; hour < GridHours::hours; ++hour)
        out +=
            fmt::format("{}{}", hour == 0 ? "" : ", ", hour < 12 ? first_half : 2.0 - first_half);
    return out + "]";
}

std::string grid_text(double january, double april) {
    std::string text = "schema: clustersim/grid/1\nname: xx\ntitle: A country\ncountry: XX\n"
                       "as_of: 2023\nsources: {D: a document}\nsource: D\nconfidence: docs\n"
                       "utc_offset: {winter: 2, summer: 3}\nmonths:\n";
    for (auto const& [name, first_half, error] : {std::tuple{"january", january, 0.01},
                                                  std::tuple{"april", april, 0.03},
                                                  std::tuple{"july", april, 0.03},
                                                  std::tuple{"october", april, 0.03}})
        text += fmt::format(
            "  {}: {{days: 7, factors: {}, error: {}}}\n", name, factors_of(first_half), error);
    return text;
}

Result<GridHours> read_grid(std::string const& text) {
    auto document = parse_yaml(text, "xx.yaml");
    REQUIRE(document);
    return read_grid_document(*document);
}

}  // namespace

TEST_CASE("months between sampled ones are interpolated, with the larger error",
          "[machine][unit]") {
    auto const grid = read_grid(grid_text(0.4, 1.0));
    REQUIRE(grid);
    CHECK(grid->factor[0][0] == Approx(0.4));
    CHECK(grid->factor[1][0] == Approx(0.6));
    CHECK(grid->factor[2][23] == Approx(1.2));
    CHECK(grid->factor[11][0] == Approx(0.6));
    CHECK(grid->error[1] == Approx(0.03));
}

TEST_CASE("local hours follow summer time", "[machine][unit]") {
    auto const grid = read_grid(grid_text(0.4, 1.0));
    REQUIRE(grid);
    CHECK(grid->utc_hour(0, 1) == 23);
    CHECK(grid->utc_hour(5, 12) == 9);
    CHECK(grid->utc_hour(10, 12) == 10);
}

TEST_CASE("factors that are not a shape are refused", "[machine][unit]") {
    std::string text = grid_text(0.4, 1.0);
    text.replace(text.find("[0.4"), 4, "[5.4");
    CHECK_FALSE(read_grid(text));
    text.replace(text.find("[5.4, "), 6, "[");
    CHECK_FALSE(read_grid(text));
}

TEST_CASE("the grids that come with the program are shapes of a day", "[machine][unit]") {
    Catalogue const catalogue(std::string(PROJECT_DIR) + "/systems");
    for (char const* country : {"DE", "FI"}) {
        auto const grid = catalogue.grid_hours(country);
        REQUIRE(grid);
        CHECK(grid->country == country);
        for (auto const& month : grid->factor)
            CHECK(std::accumulate(month.begin(), month.end(), 0.0) / 24.0 ==
                  Approx(1.0).margin(0.005));
    }
}

TEST_CASE("a country without hours is refused with those that have them", "[machine][unit]") {
    Catalogue const catalogue(std::string(PROJECT_DIR) + "/systems");
    auto const grid = catalogue.grid_hours("SI");
    REQUIRE_FALSE(grid);
    Diagnostic const& told = grid.error().items().front();
    CHECK(told.message.find("SI") != std::string::npos);
    CHECK(told.help.find("DE, ES, FI") != std::string::npos);
}
