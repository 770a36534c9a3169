// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/storage/data_loading.hpp"
#include "models/storage/software_start.hpp"
#include "models/storage/staging.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/training.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Another way to bring the samples to the devices.
struct InputChoice {
    std::string name;              ///< "copied to the disks of the nodes"
    std::string keys;              ///< of `dataset` that ask for it
    Duration whole{};              ///< staging and all waits of the job
    std::optional<Duration> pack;  ///< once, before the job, if the set has to be packed first
};

/// The time that a job spends in addition to its predicted steps.
struct InputCosts {
    std::optional<SoftwareStart> software;
    std::optional<StagingTime> staging;
    std::optional<LoadTime> load;      ///< of one step's samples
    Duration exposed{};                ///< waiting for samples, in each step
    Duration straggling{};             ///< waiting for the slowest device, in each step
    Duration first_batch{};            ///< loading of the first batch, which no computation hides
    Duration whole{};                  ///< staging and all waits of the job, without straggling
    std::vector<InputChoice> others;   ///< other ways to read the same set, the fastest first
    std::vector<std::string> remarks;  ///< whole sentences

    /// The time before the first step of every submission: the software and the set reach the nodes.
    [[nodiscard]] Duration before() const {
        return (software ? software->total() : Duration{}) +
               (staging ? staging->total : Duration{});
    }

    /// The total for a job of `steps` steps, without staging.
    [[nodiscard]] Duration of_steps(double steps) const {
        return (exposed + straggling) * steps + first_batch;
    }
};

/// The parts of a machine through which a job's files pass.
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

/// A store that the job uses. Problems are reported at `key` of its block.
Result<Store> store_of(JobSpec const& job,
                       InputPlace place,
                       std::string_view block,
                       std::optional<std::string> const& name);

}  // namespace clustersim
