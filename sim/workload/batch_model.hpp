// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"
#include "sim/workload/user_habits.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim {

// The workload of a machine in batches of equal jobs, fitted to a log.
//
//   batches    Poisson, rate = scale * hours[h] * days[d], from a random moment of the week
//   size       of all jobs of a batch, by the shares of the size classes; if `machine_size` is
//              given, the sizes scale with the partition
//   jobs       1 with probability `single`, else 1 + ceil(e^(mu + sigma Z)), at most `largest_batch`
//   gaps       between jobs of a batch, exponential
//   run        shortest + e^(mu_k + sigma_k z), z = sqrt(alike) Z_batch + sqrt(1 - alike) Z_job;
//              the component k is sampled once a batch, so that its jobs resemble each other
//   users      if given, each batch belongs to a user with habits (user_habits.hpp)
//
// The marginal distributions are those of the size class, whatever `alike` and the habits are. Each
// mix (workloads/mixes) has the numbers, their source and residuals. Valid for throughput and waits
// of machines with sweeps of equal jobs; jobs do not depend on each other, and arrivals at a given
// scale do not react to waits.

struct RunComponent {
    double weight = 1.0;
    double mu = 0.0;     ///< of ln(seconds beyond the shortest)
    double sigma = 0.0;  ///< positive
};

struct BatchLength {
    double single = 1.0;  ///< probability of a batch of one job
    double mu = 0.0;      ///< of ln(further jobs)
    double sigma = 0.0;   ///< at least 0
};

struct SizeClass {
    std::int32_t size = 1;  ///< in the mix's unit of size
    double share = 1.0;     ///< of the batches
    BatchLength batch;
    double alike = 0.0;  ///< correlation of the run times within a batch (of one user), 0..1
    std::vector<RunComponent> runs;
};

struct BatchModel {
    std::vector<SizeClass> classes;
    Seconds shortest;  ///< added to every run
    Duration gap;      ///< mean time between the jobs of a batch, positive
    std::int32_t largest_batch = 1;
    std::array<double, 24> hours{};  ///< relative rate; scaled to a mean of 1
    std::array<double, 7> days{};
    std::optional<std::int32_t> machine_size{};  ///< units of the machine that the sizes are of
    std::optional<UserHabits> users{};
};

/// A size of the model on a partition with `units` units: rounded and at least 1.
std::int64_t scaled_size(BatchModel const& model, std::int64_t size, double units);

/// Expected number of jobs in a batch of a class.
double mean_batch(BatchModel const& model, SizeClass const& size);

/// Expected run time of a class's jobs when cut at a limit above the shortest run.
Duration mean_run(BatchModel const& model, SizeClass const& size, Seconds limit);

}  // namespace clustersim
