// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/arrival_sink.hpp"
#include "sim/workload/batch_model.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim {

/// What one user repeats from batch to batch.
struct UserStyle {
    double activity = 1.0;       ///< share of the batches, all users together 1
    std::size_t usual_size = 0;  ///< position among the size classes
    double run = 0.0;      ///< standard normal: how long the jobs are among those of their size
    double request = 0.0;  ///< standard normal: how much walltime is requested
};

/// The users of a model with habits, by decreasing activity. The usual sizes are spread over the
/// users' activity, so that the batches of all users have the model's shares of sizes on average.
std::vector<UserStyle> sample_users(BatchModel const& model, RandomStream& random);

/// ln(seconds beyond the shortest) with probability `p`, 0 < p < 1, below it; +-9 standard
/// deviations at most. At least one component.
double run_quantile(std::span<RunComponent const> runs, double p);

struct BatchJob {
    Duration gap;          ///< after the submission of the job before it; 0 for the first
    Seconds run;           ///< without a limit
    double request = 0.0;  ///< in [0, 1), selects the requested walltime (RequestModel)
};

/// Equal jobs that a user submits one after another.
struct Batch {
    std::size_t size_class = 0;  ///< position in the model
    std::int32_t size = 1;       ///< in the mix's unit, not scaled
    std::vector<BatchJob> jobs;  ///< at least one
};

/// One batch of a user, or of nobody in particular (nullptr). The model has size classes.
Batch sample_batch(BatchModel const& model, UserStyle const* user, RandomStream& random);

/// Sends the arrivals to the sink, batch by batch; the demand's scale is batches per second.
void generate(BatchModel const& model,
              Demand demand,
              RandomStream& random,
              ArrivalSink const& sink);
/// The same with users that were sampled before (none: nobody in particular).
void generate(BatchModel const& model,
              std::span<UserStyle const> users,
              Demand demand,
              RandomStream& random,
              ArrivalSink const& sink);

/// Time from the end of a user's last job to the submission of the next batch; 0 if the user does
/// not wait for that end.
Duration sample_think(UserHabits const& habits, RandomStream& random);

/// The jobs of one batch one by one, for a caller that may stop early.
class BatchSampler {
  public:
    /// Samples the size of the batch and its number of jobs.
    BatchSampler(BatchModel const& model, UserStyle const* user, RandomStream& random);

    [[nodiscard]] std::size_t size_class() const { return size_class_; }
    [[nodiscard]] std::int32_t jobs() const { return jobs_; }
    /// The next job; its gap is the one *after* it.
    BatchJob next(RandomStream& random) const;

  private:
    [[nodiscard]] Seconds sample_run(RandomStream& random) const;

    BatchModel const* model_;
    UserStyle const* user_;
    std::size_t size_class_ = 0;
    std::size_t component_ = 0;  ///< of the run times, if there is no user
    double common_ = 0.0;        ///< the normal variate that the jobs of the batch share
    double request_ = 0.0;       ///< in [0, 1), of all jobs, if there is a user
    std::int32_t jobs_ = 1;
};

}  // namespace clustersim
