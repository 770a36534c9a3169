// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/study/metric.hpp"
#include "sim/study/sweep/sweep_store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A metric of a job at a point, in SI units. All are absent if the metric does not apply or is infinite.
struct StoredValue {
    std::optional<double> value, low, high;
    std::uint32_t unit = 0;  ///< index into StoredSweep::units
};

struct StoredJob {
    std::string name;
    std::string never_started;        ///< Slurm's reasons; empty: it started in every replicate
    std::vector<StoredValue> values;  ///< by metric
};

struct StoredPoint {
    std::size_t number = 0;             ///< from 1, in the order of the keys
    std::vector<std::string> settings;  ///< by key
    std::string impossible;             ///< why the machine cannot do it; then there are no jobs
    std::string system, partition, scheduler;
    std::int64_t replicates = 0;
    std::vector<StoredJob> jobs;
    std::optional<StoredValue> makespan;  ///< of a point in which a job waits for another one
};

/// A sweep as it was stored, with some of its metrics: whole, a part, or not yet finished.
struct StoredSweep {
    SweepIdentity identity;
    std::vector<Metric const*> metrics;
    std::vector<std::string> units;
    std::vector<StoredPoint> points;  ///< that are answered, ascending
    Diagnostics warnings;

    [[nodiscard]] bool complete() const { return points.size() == identity.points; }
};

}  // namespace clustersim
