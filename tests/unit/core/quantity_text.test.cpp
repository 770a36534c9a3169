// SPDX-License-Identifier: Apache-2.0
#include "sim/core/quantity_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

double si(char const* text, Dimension dimension) {
    auto const value = parse_quantity(text, dimension);
    INFO(text << (value ? "" : ": " + value.error()));
    REQUIRE(value);
    return *value;
}

}  // namespace

TEST_CASE("times are read in units and in Slurm's clock forms", "[core][unit]") {
    CHECK(si("90 min", Dimension::time) == 5400);
    CHECK(si("90min", Dimension::time) == 5400);
    CHECK(si("3 d 4 h", Dimension::time) == 3 * 86400 + 4 * 3600);
    CHECK(si("12:00:00", Dimension::time) == 43200);
    CHECK(si("30:00", Dimension::time) == 1800);
    CHECK(si("2-12:00:00", Dimension::time) == 2 * 86400 + 43200);
    CHECK(si("2-12:30", Dimension::time) == 2 * 86400 + 45000);
    CHECK(si("2-12", Dimension::time) == 2 * 86400 + 43200);
    CHECK(si("2-0", Dimension::time) == 2 * 86400);
    CHECK(si("5 µs", Dimension::time) == Approx(5e-6));
    CHECK(si("  1 s ", Dimension::time) == 1);
    CHECK(si("1e3 s", Dimension::time) == 1000);
}

TEST_CASE("sizes distinguish decimal from binary prefixes and bytes from bits", "[core][unit]") {
    CHECK(si("64 GiB", Dimension::data) == 64 * 1073741824.0);
    CHECK(si("64 GB", Dimension::data) == 64e9);
    CHECK(si("25 GB/s", Dimension::bandwidth) == 25e9);
    CHECK(si("200 Gb/s", Dimension::bandwidth) == 25e9);
    CHECK(si("200 Gbit/s", Dimension::bandwidth) == 25e9);
    CHECK_FALSE(parse_quantity("64 Gb", Dimension::data).has_value());
}

TEST_CASE("work, power, energy and frequency have their own units", "[core][unit]") {
    CHECK(si("312 TFLOP/s", Dimension::flop_rate) == 312e12);
    CHECK(si("4 GFLOP", Dimension::work) == 4e9);
    CHECK(si("6.5 kW", Dimension::power) == 6500);
    CHECK(si("3 kWh", Dimension::energy) == 1.08e7);
    CHECK(si("2.6 GHz", Dimension::frequency) == 2.6e9);
}

TEST_CASE("a text that is not a quantity gives the reason in one line", "[core][unit]") {
    auto const error = [](char const* text, Dimension dimension) {
        auto const value = parse_quantity(text, dimension);
        INFO(text);
        REQUIRE_FALSE(value);
        return value.error();
    };
    CHECK(error("", Dimension::time) == "the value is empty");
    CHECK(error("25", Dimension::bandwidth) == "\"25\" has no unit");
    CHECK(error("GB", Dimension::data) == "\"GB\" does not begin with a number");
    CHECK(error("25 GB", Dimension::bandwidth) == "\"GB\" is not a unit of this value");
    CHECK(error("3 parsecs", Dimension::time) == "\"parsecs\" is not a unit of time");
    CHECK(error("1 GB 2 MB", Dimension::data) == "\"2 MB\" follows the unit");
    CHECK(error("1e308 EB", Dimension::data) == "the value is not finite");
    for (char const* bad : {"inf s",
                            "nan s",
                            "1e999 s",
                            "12:",
                            ":12",
                            "1:2:3:4",
                            "1.5:00",
                            "-",
                            "1-2-3",
                            "--1 s",
                            "12:-1:00",
                            "1 s s",
                            "1,5 s"})
        error(bad, Dimension::time);
}

TEST_CASE("clock forms reject minutes and seconds above 59 only after an hour field",
          "[core][unit]") {
    // Slurm takes 90:00 as ninety minutes, so a large first field is legal.
    CHECK(si("90:00", Dimension::time) == 5400);
    CHECK(si("100:00:00", Dimension::time) == 360000);
}

TEST_CASE("printing is exact", "[core][unit]") {
    CHECK(print_exact(25e9, Dimension::bandwidth) == "25000000000 B/s");
    CHECK(print_exact(0.1, Dimension::time) == "0.1 s");
    double const third = 1.0 / 3.0;
    CHECK(si(print_exact(third, Dimension::energy).c_str(), Dimension::energy) == third);
}

TEST_CASE("every dimension describes itself with an example it accepts", "[core][unit]") {
    for (Dimension const dimension : {Dimension::time,
                                      Dimension::data,
                                      Dimension::bandwidth,
                                      Dimension::work,
                                      Dimension::flop_rate,
                                      Dimension::power,
                                      Dimension::energy,
                                      Dimension::frequency}) {
        std::string const text(describe(dimension));
        auto const open = text.find('`');
        REQUIRE(open != std::string::npos);
        si(text.substr(open + 1, text.find('`', open + 1) - open - 1).c_str(), dimension);
    }
}
