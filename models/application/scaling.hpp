// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_time.hpp"

#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// weak: the work of a device per step is constant; strong: the global batch is constant.
enum class Scaling { weak, strong };

/// One epoch of an application that is trained in epochs (images).
struct EpochTime {
    Duration total{};
    Duration training{};
    Duration validation{};
    Duration fixed{};
    double batches = 0.0;
};

struct ScalingPoint {
    int nodes = 0;
    Plan plan;
    StepTime step;
    double efficiency = 1.0;         ///< throughput per device over that of the first point
    std::optional<EpochTime> epoch;  ///< images only
    double epoch_efficiency = 1.0;   ///< epoch time of perfect scaling over predicted epoch time
};

/// The default plan of an application on `nodes` nodes: tensor parallelism inside the node, pipeline
/// stages for the rest of one copy, data parallelism over the remaining devices.
Result<Plan>
plan_for(Application const& application, Platform const& platform, int nodes, Scaling scaling);

/// The fewest nodes that hold one copy of the model under its default plan.
int minimum_nodes(Application const& application, Platform const& platform);

EpochTime
epoch_time(Cnn const& model, Plan const& plan, StepTime const& step, EpochCosts const& costs);

/// One point per node count, in the order given; efficiencies are relative to the first point.
/// Reports all problems of all points.
Result<std::vector<ScalingPoint>> scaling_study(Application const& application,
                                                Platform const& platform,
                                                std::span<int const> node_counts,
                                                Scaling scaling);

}  // namespace clustersim
