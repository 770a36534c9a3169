// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/priority/shares.hpp"
#include "sim/slurm/priority/usage.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The fair share before the fair tree, spec 5.6.2: F = 2^(-(UE / S) / damping), with S the share
/// of the machine and UE the effective usage, which combines an association's own part of all usage
/// with the usage of the accounts above it. DEPTH_OBLIVIOUS (spec 5.6.3) combines them by ratios,
/// so that depth in the tree does not matter.
class ClassicFairshare {
  public:
    explicit ClassicFairshare(Site const& site);

    /// Recomputes the factors of all associations.
    void update(AssociationUsage const& usage);
    /// Slurm's update once a period, before it charges new usage: it recomputes accounts at once,
    /// users only when their factor is needed.
    void update_accounts(AssociationUsage const& usage);
    /// Recomputes a user from the current usage, unless this was done since the last update.
    void refresh(std::int32_t association, AssociationUsage const& usage);

    [[nodiscard]] double factor(std::int32_t association) const {
        return factor_[static_cast<std::size_t>(association)];
    }
    [[nodiscard]] long double effective_usage(std::int32_t association) const {
        return effective_[static_cast<std::size_t>(association)];
    }
    /// Part of all usage at the last update.
    [[nodiscard]] long double normalised_usage(std::int32_t association) const {
        return normalised_[static_cast<std::size_t>(association)];
    }
    [[nodiscard]] Shares const& shares() const { return shares_; }

  private:
    void normalise(std::size_t association, AssociationUsage const& usage);
    void recompute(std::size_t association);
    void sum_levels();
    [[nodiscard]] long double effective(std::size_t association) const;
    [[nodiscard]] long double depth_oblivious(std::size_t association, std::size_t parent) const;

    Shares shares_;
    std::vector<std::int64_t> raw_shares_;
    std::vector<bool> shares_of_parent_;
    std::vector<bool> is_user_;
    std::vector<bool> stale_;  ///< users not recomputed since the last update
    bool depth_oblivious_ = false;
    double damping_ = 1.0;
    std::vector<long double> normalised_;  ///< usage over that of the root
    std::vector<long double> level_sum_;   ///< of normalised_, by the parent of the level
    std::vector<long double> effective_;
    std::vector<double> factor_;
};

}  // namespace clustersim::slurm
