// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/priority/classic_fairshare.hpp"
#include "sim/slurm/priority/fair_tree.hpp"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace clustersim::slurm {

/// The values that sshare shows for an association: usage at the last update, not the current one.
struct AssociationFairshare {
    double factor = 0;       ///< FairShare; with the fair tree only users have one
    double norm_shares = 0;  ///< NormShares; with the fair tree, within the level
    /// LevelFS of the fair tree, infinite without usage; absent for the root and Fairshare=parent.
    std::optional<long double> level_fs;
    long double norm_usage = 0;       ///< NormUsage: part of all usage
    long double effective_usage = 0;  ///< EffectvUsage: with the fair tree, part of the level's
                                      ///< usage
};
/// By association index.
using FairshareFactors = std::vector<AssociationFairshare>;

/// The fair share of a cluster by the algorithm of its PriorityFlags, kept between periods.
class Fairshare {
  public:
    /// Starts with the factors of a cluster without usage.
    explicit Fairshare(Site const& site);
    /// Recomputes the factors: once every PriorityCalcPeriod, after usage was charged.
    void update(AssociationUsage const& usage);
    /// True if usage is charged job by job between the two steps of an update: `begin_update`, then
    /// `refresh` of every association whose factor is needed. The fair tree has one step, `update`.
    [[nodiscard]] bool lazy() const { return std::holds_alternative<ClassicFairshare>(algorithm_); }
    void begin_update(AssociationUsage const& usage);
    void refresh(std::int32_t association, AssociationUsage const& usage);
    /// The factor of spec 5.6; 0 without an association.
    [[nodiscard]] double factor(std::int32_t association) const;
    [[nodiscard]] FairshareFactors report() const;

  private:
    std::vector<bool> shares_of_parent_;
    std::variant<FairTree, ClassicFairshare> algorithm_;
};

/// Computes all factors from scratch.
FairshareFactors compute_fairshare(Site const& site, AssociationUsage const& usage);

}  // namespace clustersim::slurm
