// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/past_jobs.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/time.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/mix.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

// How long a job runs, as a share r of its time limit:
//
//   P(r | r > elapsed / limit), from the first of these that is known
//   1. the user's jobs that ended, at least ten
//   2. all jobs that ended, at least thirty
//   3. jobs of a mix with a similar limit (its run times and its request model)
//
// One more job with a share uniform between elapsed / limit and 1 stands for what the known ones have
// not shown (add-one smoothing), so that a job that outlasts all of them still ends at some time. A
// share of 1 is a job that reaches its limit. Ended jobs are those of the site's accounting, or else
// those that slurmctld still remembers: a sample by end, not by submission.

/// The share of its limit that a job runs.
class RunLengths {
  public:
    /// From the jobs that a snapshot remembers. `mix` may be null: without ended jobs every share is
    /// then equally likely.
    RunLengths(slurm::Site const& site,
               std::span<slurm::QueuedJob const> jobs,
               Mix const* mix,
               std::uint64_t seed);
    /// From a log of past jobs.
    RunLengths(slurm::Site const& site,
               std::span<PastSubmission const> past,
               Mix const* mix,
               std::uint64_t seed);

    /// The run time of a job that has already run for `elapsed`; `chance` in [0, 1) selects it. A job
    /// that reaches its limit gets a run time beyond it. Always longer than `elapsed`.
    [[nodiscard]] Seconds
    draw(std::string const& user, Seconds limit, Seconds elapsed, double chance) const;
    /// Where the shares come from, as a sentence.
    [[nodiscard]] std::string source() const;
    [[nodiscard]] bool from_history() const { return ended_ >= enough_jobs; }

    /// The time limit of a job: its own, else that of its partition; 0: none.
    static Seconds limit_of(slurm::Site const& site, slurm::JobRequest const& request);

  private:
    static constexpr std::size_t enough_of_user = 10;
    static constexpr std::size_t enough_jobs = 30;

    void learn(slurm::Site const& site, slurm::JobRequest const& request, Seconds run);
    void finish_learning();
    void sample_mix(Mix const& mix, std::uint64_t seed);
    [[nodiscard]] std::vector<double> const* shares_for(std::string const& user,
                                                        Seconds limit) const;

    std::map<std::string, std::vector<double>, std::less<>> users_;  ///< ascending
    std::vector<double> all_;                                        ///< ascending
    std::vector<std::vector<double>> by_limit_;  ///< of the mix, by power of two of the limit
    std::string mix_name_;
    std::size_t ended_ = 0;
    std::size_t known_users_ = 0;
};

}  // namespace clustersim
