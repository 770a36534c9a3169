// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/faster_plan.hpp"
#include "models/application/machine_spread.hpp"
#include "models/application/operators.hpp"
#include "models/application/scaling.hpp"
#include "sim/scenario/scenario.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// A predicted amount with its range by the models' stated uncertainty.
template <class Q>
struct Estimate {
    Q value{};
    Q low{};
    Q high{};
};

/// The prediction of one training job of a scenario.
struct TrainingPrediction {
    Plan plan;
    bool searched = false;  ///< the plan is the fastest that fits, by default or by `plan: auto`
    StepTime step;
    std::optional<EpochTime> epoch;  ///< only for applications that count epochs
    double steps = 0.0;              ///< training batches in all
    Estimate<Duration> runtime;
    std::vector<SpreadShare> spread;  ///< where the range of the step comes from
    /// The kernels of a step on a typical placement; null if they are not known.
    std::shared_ptr<OperatorRoofline const> operators{};
    std::string software{};              ///< that the prediction assumes
    std::optional<FasterPlan> faster{};  ///< a faster plan than the given one, if there is one
};

/// Predicts a training job on `nodes` nodes of a platform, some numbers of which are uncertain. What the scenario leaves open is the application's own
/// default; batch_rule() says what fixes the global batch. Without any part of a plan, it is the fastest with that batch. Problems point at the job: an unknown precision, a plan
/// that does not divide, memory that does not suffice, epochs of an application that counts none.
Result<TrainingPrediction> predict_training(Application application,
                                            Platform const& platform,
                                            JobSpec const& job,
                                            std::span<UncertainNumber const> uncertain = {});

/// The same prediction with another step time, `step`, whatever its nodes, and the sources of its range.
TrainingPrediction training_with_step(Application const& application,
                                      TrainingWork const& work,
                                      Plan const& plan,
                                      StepTime const& step,
                                      std::vector<SpreadShare> spread = {});

}  // namespace clustersim
