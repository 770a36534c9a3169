// SPDX-License-Identifier: Apache-2.0
#include "sim/core/quantity_text.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdint>

using namespace clustersim;

namespace {

/// Any finite double, generated from its bits, so that every magnitude occurs.
rc::Gen<double> any_finite() {
    return rc::gen::suchThat(
        rc::gen::map(
            rc::gen::arbitrary<std::uint64_t>(),
            [](std::uint64_t bits) { return std::bit_cast<double>(bits * 0x9e3779b97f4a7c15U); }),
        [](double value) { return std::isfinite(value); });
}

rc::Gen<Dimension> any_dimension() {
    return rc::gen::element(Dimension::time,
                            Dimension::data,
                            Dimension::bandwidth,
                            Dimension::work,
                            Dimension::flop_rate,
                            Dimension::power,
                            Dimension::energy,
                            Dimension::frequency);
}

}  // namespace

TEST_CASE("printing and parsing a quantity is the identity, to the last bit", "[core][property]") {
    CHECK(rc::check([] {
        double const value = *any_finite();
        Dimension const dimension = *any_dimension();
        auto const back = parse_quantity(print_exact(value, dimension), dimension);
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == value);
    }));
}

TEST_CASE("Slurm's clock forms give the right number of seconds", "[core][property]") {
    CHECK(rc::check([] {
        auto const days = *rc::gen::inRange(0, 400);
        auto const hours = *rc::gen::inRange(0, 24);
        auto const minutes = *rc::gen::inRange(0, 60);
        auto const seconds = *rc::gen::inRange(0, 60);
        auto const text = [](int value) { return std::to_string(value); };
        std::string const clock = text(hours) + ":" + text(minutes) + ":" + text(seconds);
        double const within = hours * 3600.0 + minutes * 60.0 + seconds;
        RC_ASSERT(parse_quantity(clock, Dimension::time).value() == within);
        RC_ASSERT(parse_quantity(text(days) + "-" + clock, Dimension::time).value() ==
                  days * 86400.0 + within);
        RC_ASSERT(parse_quantity(text(minutes) + ":" + text(seconds), Dimension::time).value() ==
                  minutes * 60.0 + seconds);
    }));
}

TEST_CASE("any text is a finite quantity or an error", "[core][property]") {
    CHECK(rc::check([] {
        auto const text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("0123456789.-:eEinfGMkBbsdh/ ")));
        auto const value = parse_quantity(text, *any_dimension());
        RC_ASSERT((value.has_value() ? std::isfinite(*value) : !value.error().empty()));
    }));
}
