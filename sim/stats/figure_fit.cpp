// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/figure_fit.hpp"

#include "sim/stats/least_squares.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double huber_knee = 1.5;  // in row widths
constexpr double determined_by =
    0.95;                         // an error above this share of the prior's adds no information
constexpr double farthest = 6.0;  // in widths of the prior

/// The value of a figure for its unknown, in units of the prior's width.
double value_of(PriorFigure const& figure, double unknown) {
    double const moved = figure.factor ? figure.start * std::exp(unknown * figure.prior)
                                       : figure.start + unknown * figure.prior;
    return std::clamp(moved, figure.low, figure.high);
}

double unknown_of(PriorFigure const& figure, double value) {
    return figure.factor ? std::log(value / figure.start) / figure.prior
                         : (value - figure.start) / figure.prior;
}

/// The square root of twice Huber's loss, with the sign of the residual.
double huber(double residual) {
    double const size = std::abs(residual);
    if (size <= huber_knee) return residual;
    return std::copysign(std::sqrt(huber_knee * (2.0 * size - huber_knee)), residual);
}

std::vector<double> values_of(std::span<PriorFigure const> figures,
                              std::span<double const> unknowns) {
    std::vector<double> values;
    values.reserve(figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i)
        values.push_back(value_of(figures[i], unknowns[i]));
    return values;
}

}  // namespace

FigureFit fit_figures(std::span<PriorFigure const> figures,
                      RowErrors const& errors,
                      std::span<double const> widths) {
    std::vector<BoundedUnknown> unknowns;
    for (PriorFigure const& figure : figures)
        unknowns.push_back({0.0,
                            std::max(-farthest, unknown_of(figure, figure.low)),
                            std::min(farthest, unknown_of(figure, figure.high))});
    auto const residuals = [&](std::span<double const> now, std::span<double> out) {
        std::vector<double> const of_rows = errors(values_of(figures, now));
        for (std::size_t i = 0; i < of_rows.size(); ++i)
            out[i] = huber(std::log1p(of_rows[i]) / widths[i]);
        std::ranges::copy(now, out.begin() + static_cast<std::ptrdiff_t>(widths.size()));
    };
    LeastSquaresFit const found =
        least_squares(residuals, widths.size() + figures.size(), unknowns);

    FigureFit fit;
    std::vector<double> kept = found.values;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        PriorFigure const& figure = figures[i];
        if (found.errors[i] > determined_by) {
            kept[i] = 0.0;
            continue;
        }
        double const reach = 1.96 * found.errors[i];
        fit.figures.push_back({figure.path,
                               figure.unit,
                               figure.start * figure.to_unit,
                               value_of(figure, kept[i]) * figure.to_unit,
                               value_of(figure, kept[i] - reach) * figure.to_unit,
                               value_of(figure, kept[i] + reach) * figure.to_unit});
    }
    fit.values = values_of(figures, kept);
    return fit;
}

}  // namespace clustersim
