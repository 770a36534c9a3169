// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/generic_step.hpp"
#include "models/application/operators.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/training.hpp"

#include <memory>
#include <optional>

namespace clustersim {

/// An application that is not trained, with the nodes of its measurements.
struct GenericSetup {
    GenericApplication application;
    std::optional<GenericPlatform> measured_on;  ///< unset: it has no measurements
};

/// The prediction of a job with such an application.
struct GenericPrediction {
    GenericStep step;
    double steps = 0.0;
    Estimate<Duration> runtime;
    std::shared_ptr<OperatorRoofline const> operators{};  ///< null for measured times
};

/// The nodes of the application's measurements on their machine. Problems: an unknown partition, nodes that the machine
/// file does not describe.
Result<GenericSetup> generic_setup(GenericApplication application, System const* measured);

/// Predicts a job. Problems point at the job: keys of trainings, node counts or nodes that the application's
/// measurements do not cover, memory that does not suffice.
Result<GenericPrediction>
predict_generic(GenericSetup const& setup, GenericPlatform const& platform, JobSpec const& job);

/// Warnings: the time was measured on other nodes; it does not depend on a simulated network.
Diagnostics generic_warnings(JobSpec const& job,
                             GenericPrediction const& prediction,
                             GenericPlatform const& platform,
                             bool simulated_network);

}  // namespace clustersim
