// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/fit/pilot_parameter.hpp"
#include "sim/commands/fit/pilot_points.hpp"
#include "sim/stats/least_squares.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace clustersim {

/// The parts of a predicted step, in seconds.
struct PilotParts {
    double compute = 0.0;
    double network = 0.0;
    int devices = 1;
    double batch = 1.0;
};

/// A factor is at most so far from 1, as its logarithm.
inline constexpr double most_log_factor = 5.0;

/// The unknowns of a fit in units in which they are alike: logarithms of factors, the overhead in
/// units of the shortest measured step.
class PilotCurve {
  public:
    PilotCurve(std::vector<PilotParameter> parameters, double unit)
        : parameters_(std::move(parameters)), unit_(unit) {}

    [[nodiscard]] std::vector<BoundedUnknown> unknowns() const;
    /// Seconds of a step.
    [[nodiscard]] double at(PilotParts const& parts, std::span<double const> values) const;
    [[nodiscard]] std::vector<PilotParameter> const& parameters() const { return parameters_; }
    [[nodiscard]] double unit() const { return unit_; }

  private:
    std::vector<PilotParameter> parameters_;
    double unit_;
};

/// The curve nearest to the measurements.
struct PilotSolution {
    LeastSquaresFit fit;
    double scatter = 0.0;   ///< standard deviation of log(measured / fitted)
    double quantile = 0.0;  ///< of Student's t, for an interval of 95 %
    /// Half the width of the interval of unknown i.
    [[nodiscard]] double half_width(std::size_t i) const {
        return quantile * scatter * fit.errors[i];
    }
};

/// Least squares of log(fitted / measured); `parts` has every node count of the points.
PilotSolution solve_pilot(PilotCurve const& curve,
                          std::span<PilotPoint const> points,
                          std::map<int, PilotParts> const& parts);

/// Half the width of the 95 % band of log t of one further run at given parts.
double pilot_band(PilotCurve const& curve, PilotSolution const& solution, PilotParts const& parts);

}  // namespace clustersim
