// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// A job at one size of a scaling curve.
struct CurvePoint {
    std::string curve;                      ///< variants with the same key form one curve
    int nodes = 0;                          ///< or accelerators, if these are swept
    double throughput = 0.0;                ///< T, in samples or work per second and device
    std::optional<double> epoch_node_time;  ///< n t_ep(n), in node-seconds
};
struct ScalingEfficiency {
    double step = 1.0;
    std::optional<double> epoch;
};

/// The job's place on its scaling curve; nothing if its size is not swept, or without an application.
std::optional<CurvePoint> curve_point(RunAnswer const& run, JobOutcome const& outcome);

/// The efficiency of each point against the one with the fewest nodes of its curve.
std::vector<ScalingEfficiency> efficiencies_of(std::span<CurvePoint const> points);

/// Fills the scaling efficiencies of jobs with an application whose nodes or accelerators are swept.
///
/// e(n) = T(n) / T(n_min), T the throughput per device (EPICURE best-practice guide, chapter 5: the same for weak and
/// strong scaling), n_min the fewest nodes among the variants that are otherwise equal. Per epoch: e(n) = n_min
/// t_ep(n_min) / (n t_ep(n)), t_ep the time of a whole epoch. For an application that is not trained, T is the work of a
/// step over its time and its nodes.
void add_efficiencies(std::vector<RunAnswer>& runs);

}  // namespace clustersim
