// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/variants.hpp"
#include "sim/study/efficiency.hpp"
#include "sim/study/metric.hpp"
#include "sim/study/study.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// One metric of a job at a point of a sweep, in SI units and with nine significant digits, as in summary.json.
struct SweptValue {
    Metric const* metric = nullptr;
    std::optional<double> value;  ///< absent: infinite, where an end of the range is not
    std::optional<double> low;    ///< 5 % quantile
    std::optional<double> high;   ///< 95 % quantile
    std::string unit;             ///< that of the site for charges and device-hours
};

/// The answers for one job at a point, without the scaling efficiencies, which need the other points.
struct SweptJob {
    std::string name;
    std::string plan;                   ///< of a training job, in full; else empty
    std::string never_started;          ///< Slurm's reasons; empty: it started in every replicate
    std::vector<SweptValue> values;     ///< the metrics that apply, in their order
    std::optional<CurvePoint> scaling;  ///< of a job whose node count is swept
};

/// One answered point of a sweep.
struct SweptPoint {
    std::size_t number = 0;  ///< from 1, in the order of the keys
    std::vector<std::pair<std::string, std::string>> settings;
    std::string system;
    std::string partition;
    std::string bill_unit;
    std::string scheduler;
    std::uint64_t seed = 0;
    std::int64_t replicates = 0;
    std::string impossible;  ///< why the machine cannot do it; then there are no jobs
    std::vector<SweptJob> jobs;
    std::optional<PipelineAnswer> pipeline;
};

/// A point that was simulated.
SweptPoint swept_point(std::size_t number, RunAnswer const& answer);
/// A point that the machine cannot do.
SweptPoint
impossible_point(std::size_t number, Variant const& variant, Diagnostics const& problems);

/// A value with nine significant digits: the precision of all files of results.
double nine_digits(double value);

}  // namespace clustersim
