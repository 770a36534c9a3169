// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/scaling.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>

namespace clustersim {

/// A predicted amount with the range that the models' stated uncertainty gives it.
template <class Q>
struct Estimate {
    Q value{};
    Q low{};
    Q high{};
};

/// How one training job of a scenario will run.
struct TrainingPrediction {
    Plan plan;
    StepTime step;
    std::optional<EpochTime> epoch;  ///< of applications that count epochs
    double steps = 0.0;              ///< training batches in all
    Estimate<Duration> runtime;
};

/// Predicts a training job on `nodes` nodes of a platform. What the scenario leaves open is the
/// application's own default; batch_rule() says what fixes the global batch. Problems point at the job: an unknown precision, a plan that does not divide, memory
/// that does not suffice, epochs of an application that counts none.
Result<TrainingPrediction>
predict_training(Application application, Platform const& platform, JobSpec const& job);

/// The prediction where a step takes what `step` says, on whichever nodes that is.
TrainingPrediction training_with_step(Application const& application,
                                      TrainingWork const& work,
                                      Plan const& plan,
                                      StepTime const& step);

}  // namespace clustersim
