// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/measured.hpp"
#include "models/machine/link_class.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// Relative errors of predicted times over some rows.
struct ErrorSummary {
    int rows = 0;
    double median = 0.0;  ///< of the absolute values
    double mean = 0.0;    ///< of the absolute values
    double worst = 0.0;
    double bias = 0.0;  ///< mean of the signed errors; above 0: predictions too slow
};
ErrorSummary summary_of(std::span<double const> relative_errors);

/// predicted over measured, less one.
double relative_error(MeasuredCollective const& row, NodeType const& type);

/// A figure of a LinkClass as written in its file, before and after a fit.
struct FittedFigure {
    std::string path;  ///< "link.latency"
    std::string unit;  ///< "us", or empty
    double before = 0.0;
    double value = 0.0;
    double low = 0.0;  ///< 95 % interval
    double high = 0.0;
};

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
