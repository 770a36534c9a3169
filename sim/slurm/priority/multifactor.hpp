// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/priority/priority_factors.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Input of the job size factor, spec 5.8.
struct JobSize {
    std::int32_t min_nodes = 1;
    std::int64_t cpus =
        0;  ///< allocated or estimated, else the maximum, else the minimum requested; 0: unknown
    std::optional<std::int64_t> limit_minutes = {};  ///< of the job, else of its partition
};

/// Divisors of the job size factor.
struct ClusterSize {
    std::int64_t nodes = 0;
    std::int64_t cpus = 0;
};
ClusterSize cluster_size(Site const& site);

/// Totals over the nodes of a partition: CPUs, MB, nodes and GRES by TRES position.
TresCounts partition_totals(Site const& site, std::int32_t partition);

/// Spec 5.3: time in the queue over PriorityMaxAge, from 0 to 1. `accrue`: since when the job gains
/// age, absent if it does not; `now`: the start of the calculation period, or the submission.
double age_factor(std::optional<Instant> accrue, Instant now, Seconds max_age);

/// Spec 5.8, from 0 to 1.
double
job_size_factor(JobSize const& job, ClusterSize const& cluster, PrioritySettings const& settings);

/// Factors and weights of one site, with the maxima that normalise them.
class Multifactor {
  public:
    explicit Multifactor(Site const& site);

    /// Spec 5.7. Indices below 0 (no association, no QOS) give 0.
    [[nodiscard]] double partition_factor(std::int32_t partition) const;
    [[nodiscard]] double association_factor(std::int32_t association) const;
    [[nodiscard]] double qos_factor(std::int32_t qos) const;
    [[nodiscard]] double age_factor(std::optional<Instant> accrue, Instant now) const;
    [[nodiscard]] double job_size_factor(JobSize const& job) const;
    /// Spec 5.9, in the order of PriorityWeightTRES: the fraction of the partition's total, or with
    /// NO_NORMAL_TRES the amount. `requested` by TRES position.
    [[nodiscard]] std::vector<double> tres_factors(std::int32_t partition,
                                                   std::span<std::int64_t const> requested) const;

    [[nodiscard]] WeightedFactors weigh(PriorityFactors const& factors) const;
    /// Replaces the two factors that change from period to period.
    void reweigh(WeightedFactors& weighted, double age, double fairshare) const;
    /// The weights in use: without accounting storage age and fairshare have no weight (spec
    /// 5.2.6).
    [[nodiscard]] PrioritySettings const& settings() const { return settings_; }

  private:
    [[nodiscard]] std::vector<double> weighted_tres(std::vector<double> factors) const;

    PrioritySettings settings_;
    ClusterSize cluster_;
    std::vector<double> partition_, association_, qos_;  ///< factors by index
    std::vector<TresCounts> totals_;  ///< by partition; empty without TRES weights
};

}  // namespace clustersim::slurm
