// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot_curve.hpp"

#include "sim/stats/student.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {

std::vector<BoundedUnknown> PilotCurve::unknowns() const {
    std::vector<BoundedUnknown> unknowns;
    for (PilotParameter const parameter : parameters_) {
        bool const seconds = parameter == PilotParameter::overhead;
        unknowns.push_back(seconds ? BoundedUnknown{0.01, 0.0, 1.0}
                                   : BoundedUnknown{0.0, -most_log_factor, most_log_factor});
    }
    return unknowns;
}

double PilotCurve::at(PilotParts const& parts, std::span<double const> values) const {
    double compute = 1.0;
    double network = 1.0;
    double overhead = 0.0;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        switch (parameters_[i]) {
            case PilotParameter::compute: compute = std::exp(values[i]); break;
            case PilotParameter::network: network = std::exp(values[i]); break;
            case PilotParameter::overhead: overhead = values[i] * unit_; break;
        }
    }
    return compute * parts.compute + network * parts.network + overhead;
}

PilotSolution solve_pilot(PilotCurve const& curve,
                          std::span<PilotPoint const> points,
                          std::map<int, PilotParts> const& parts) {
    constexpr double confidence = 0.975;
    Residuals const residuals = [&](std::span<double const> values, std::span<double> r) {
        for (std::size_t i = 0; i < points.size(); ++i)
            r[i] = std::log(curve.at(parts.at(points[i].nodes), values) / points[i].step.si());
    };
    std::vector<BoundedUnknown> const unknowns = curve.unknowns();
    PilotSolution solution;
    solution.fit = least_squares(residuals, points.size(), unknowns);
    auto const freedom = static_cast<double>(points.size() - unknowns.size());
    solution.scatter = std::sqrt(2.0 * solution.fit.cost / freedom);
    solution.quantile = student_quantile(confidence, freedom);
    return solution;
}

double pilot_band(PilotCurve const& curve, PilotSolution const& solution, PilotParts const& parts) {
    std::vector<double> values = solution.fit.values;
    std::size_t const count = values.size();
    std::vector<double> gradient(count);
    double const at = curve.at(parts, values);
    for (std::size_t i = 0; i < count; ++i) {
        constexpr double step = 1e-5;
        values[i] += step;
        gradient[i] = std::log(curve.at(parts, values) / at) / step;
        values[i] -= step;
    }
    double variance = 1.0;
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b)
            variance += gradient[a] * solution.fit.covariance[a * count + b] * gradient[b];
    return solution.quantile * solution.scatter * std::sqrt(std::max(0.0, variance));
}

}  // namespace clustersim
