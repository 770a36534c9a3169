// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/fit/pilot_parameter.hpp"
#include "sim/commands/fit/pilot_points.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

struct FittedParameter {
    PilotParameter parameter = PilotParameter::compute;
    double value = 1.0;  ///< overhead: seconds
    double low = 1.0;    ///< 95 % interval
    double high = 1.0;
};

struct PilotPrediction {
    int nodes = 1;
    Duration model{};  ///< before the fit
    Duration fitted{};
    Duration low{};  ///< a run lies above with 97.5 %, as far as scatter and parameters are normal
    Duration high{};
    std::optional<Duration> measured;  ///< mean of the pilot's times there
    double efficiency = 1.0;           ///< of the fit, throughput per device over that of the first
};

struct PilotFit {
    std::vector<FittedParameter> parameters;
    std::vector<PilotPrediction> predictions;  ///< measured node counts and those asked for, rising
    double scatter = 0.0;                      ///< standard deviation of log(measured / fitted)
    int points = 0;
    std::vector<std::string> remarks;  ///< parameters that the measurements do not determine
};

/// Fits t(n) = compute C(n) + network N(n) + overhead to the points, with C and N of the models: least
/// squares of logarithms, Student's t for the intervals. Points carry no more parameters than they have
/// different node counts, and one less than there are points: more are refused (CS0110), and told what
/// would be enough; so are measurements that contradict each other, whose 95 % band at their own node counts is wider than
/// a factor of two, and such that no factor of a fit reaches.
Result<PilotFit> fit_pilot(PilotSetup const& setup,
                           std::span<PilotPoint const> points,
                           std::span<int const> further_nodes);

}  // namespace clustersim
