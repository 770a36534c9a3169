// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/storage/data_loading.hpp"
#include "models/storage/staging.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/training.hpp"

#include <optional>

namespace clustersim {

/// What a job spends beside the steps that its plan predicts.
struct InputCosts {
    std::optional<StagingTime> staging;
    std::optional<LoadTime> load;  ///< of one step's samples
    Duration exposed{};            ///< of each step: waiting for samples
    Duration straggling{};         ///< of each step: waiting for the slowest device
    Duration first_batch{};        ///< the first one's samples, which nothing hides

    /// Of a job of so many steps, without the staging.
    [[nodiscard]] Duration of_steps(double steps) const {
        return (exposed + straggling) * steps + first_batch;
    }
};

/// The part of a machine that a job's files pass through.
struct InputPlace {
    System const* system = nullptr;
    NodeType const* type = nullptr;
};

/// Problems point at the job: an unknown or missing store, a dataset that does not fit, more loader
/// cores than the node has. `prediction` is set where `application` is.
Result<InputCosts> input_costs(JobSpec const& job,
                               InputPlace place,
                               Application const* application,
                               TrainingPrediction const* prediction);

/// A store of the job's, with problems reported at `key` of its block.
Result<Store> store_of(JobSpec const& job,
                       InputPlace place,
                       std::string_view block,
                       std::optional<std::string> const& name);

}  // namespace clustersim
