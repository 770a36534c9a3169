// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// A figure of an input file that measurements may move: its start, how far it is expected to move, and its bounds.
struct PriorFigure {
    std::string path;  ///< "link.latency"
    std::string unit;  ///< "us", or empty
    double to_unit = 1.0;
    double start = 0.0;
    bool factor = true;  ///< fitted as the logarithm of value / start; if false, as value - start
    double prior = 0.5;  ///< width: of the logarithm, or in the figure's own unit
    double low = 0.0;
    double high = 0.0;
};

/// A figure as written in its file, before and after a fit.
struct FittedFigure {
    std::string path;
    std::string unit;
    double before = 0.0;
    double value = 0.0;
    double low = 0.0;  ///< 95 % interval
    double high = 0.0;
};

struct FigureFit {
    std::vector<double> values;  ///< of all figures; those that are not determined keep their start
    std::vector<FittedFigure> figures;  ///< those that the rows determine
};

/// Predicted over measured, less one, for each row under the values of the figures.
using RowErrors = std::function<std::vector<double>(std::span<double const> values)>;

/// Fits figures by least squares of the logarithms of predicted over measured. `widths` are the relative errors that
/// the rows are assumed to have; a row that is off by more than 1.5 of them counts linearly (Huber). The prior keeps
/// each figure near its start. A figure that the rows do not narrow keeps its start.
FigureFit fit_figures(std::span<PriorFigure const> figures,
                      RowErrors const& errors,
                      std::span<double const> widths);

}  // namespace clustersim
