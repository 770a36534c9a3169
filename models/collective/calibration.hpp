// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/measured.hpp"
#include "models/machine/link_class.hpp"
#include "sim/stats/error_summary.hpp"
#include "sim/stats/figure_fit.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// predicted over measured, less one.
double relative_error(MeasuredCollective const& row, NodeType const& type);

/// The result of fitting a set of rows to a class of links.
struct CollectiveFit {
    LinkClass fitted;
    std::vector<FittedFigure> figures;  ///< those that the rows determine
    std::vector<double> errors_before;  ///< one per row
    std::vector<double> errors_after;
};

/// Fits latencies, shares and starts of a class to measured rows by least squares of the logarithms of the times.
/// Each row is assumed accurate to 10 %; a row that is off by more than 15 % counts linearly (Huber). A prior of
/// its own width keeps each figure near its value in the class. A figure that the rows do not narrow keeps its
/// value. The class's kind, bandwidths and counts are not fitted.
CollectiveFit fit_collectives(LinkClass const& start, std::span<MeasuredCollective const> rows);

}  // namespace clustersim
