// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/least_squares.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <cmath>
#include <limits>

using namespace clustersim;

TEST_CASE("it solves a linear problem with the theoretical errors", "[stats][unit]") {
    // y = a + b x at x = 0 … 3 with unit errors: variances 0.7 and 0.2.
    std::array<double, 4> const y{1.0, 3.0, 5.0, 7.0};
    auto const residuals = [&](std::span<double const> v, std::span<double> r) {
        for (std::size_t i = 0; i < 4; ++i) r[i] = v[0] + v[1] * static_cast<double>(i) - y[i];
    };
    std::array<BoundedUnknown, 2> const unknowns{{{0.0, -10.0, 10.0}, {0.0, -10.0, 10.0}}};
    LeastSquaresFit const fit = least_squares(residuals, 4, unknowns);
    CHECK(fit.converged);
    CHECK(fit.values[0] == Approx(1.0));
    CHECK(fit.values[1] == Approx(2.0));
    CHECK(fit.errors[0] == Approx(std::sqrt(0.7)));
    CHECK(fit.errors[1] == Approx(std::sqrt(0.2)));
}

TEST_CASE("it finds the minimum of Rosenbrock's function", "[stats][unit]") {
    auto const residuals = [](std::span<double const> v, std::span<double> r) {
        r[0] = 10.0 * (v[1] - v[0] * v[0]);
        r[1] = 1.0 - v[0];
    };
    std::array<BoundedUnknown, 2> const unknowns{{{-1.2, -5.0, 5.0}, {1.0, -5.0, 5.0}}};
    LeastSquaresFit const fit = least_squares(residuals, 2, unknowns);
    CHECK(fit.values[0] == Approx(1.0).epsilon(1e-5));
    CHECK(fit.values[1] == Approx(1.0).epsilon(1e-5));
}

TEST_CASE("it stays within the bounds and finds the best point there", "[stats][unit]") {
    auto const residuals = [](std::span<double const> v, std::span<double> r) {
        r[0] = v[0] - 3.0;
        r[1] = v[0] + v[1] - 4.0;
    };
    std::array<BoundedUnknown, 2> const unknowns{{{0.0, 0.0, 2.0}, {0.0, 0.0, 10.0}}};
    LeastSquaresFit const fit = least_squares(residuals, 2, unknowns);
    CHECK(fit.values[0] == Approx(2.0));
    CHECK(fit.values[1] == Approx(2.0));
}

TEST_CASE("an unknown without influence keeps its start value and has an infinite error",
          "[stats][unit]") {
    auto const residuals = [](std::span<double const> v, std::span<double> r) {
        r[0] = v[0] - 1.0;
    };
    std::array<BoundedUnknown, 2> const unknowns{{{0.0, -5.0, 5.0}, {0.5, -5.0, 5.0}}};
    LeastSquaresFit const fit = least_squares(residuals, 1, unknowns);
    CHECK(fit.values[0] == Approx(1.0));
    CHECK(fit.values[1] == 0.5);
    CHECK(fit.errors[1] == std::numeric_limits<double>::infinity());
}
