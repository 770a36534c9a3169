// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/priority/shares.hpp"
#include "sim/slurm/priority/usage.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Fair tree, spec 5.6.1. The level fairshare of an association is LF = S / U: its share within its
/// level over its part of the parent's usage. The tree is walked depth first, larger LF first; the
/// factor of a user association is its rank over the number N of user associations. Associations of
/// equal LF share a rank. For accounts of equal LF, Slurm does not merge their users as its
/// documentation says: the best user of the second account gets the rank of the last user visited
/// (PrioritySettings::merge_tied_accounts selects the documented rule).
class FairTree {
  public:
    explicit FairTree(Site const& site);

    /// Recomputes the factors. Levels with unchanged usage keep theirs.
    void update(AssociationUsage const& usage);

    /// Between 1/N and 1 for a user association, 0 for an account.
    [[nodiscard]] double factor(std::int32_t association) const {
        return factor_[static_cast<std::size_t>(association)];
    }
    /// LF; infinite without usage. Meaningless for the root and with Fairshare=parent.
    [[nodiscard]] long double level_fairshare(std::int32_t association) const {
        return level_[static_cast<std::size_t>(association)];
    }
    /// Usage at the last update divided by that of another association; 0 without usage.
    [[nodiscard]] long double part(std::int32_t association, std::int32_t whole) const;
    [[nodiscard]] Shares const& shares() const { return shares_; }
    [[nodiscard]] std::int64_t users() const { return users_; }

  private:
    struct Rank {
        std::int64_t next = 0;   ///< rank of the next user that is not tied
        std::int64_t given = 0;  ///< last rank assigned
    };
    [[nodiscard]] std::span<std::int32_t> children(std::int32_t association);
    [[nodiscard]] bool usage_changed(std::int32_t parent, AssociationUsage const& usage) const;
    void update_level(std::int32_t parent, AssociationUsage const& usage);
    [[nodiscard]] bool before(std::int32_t a, std::int32_t b) const;
    /// Sorts siblings again of which few have moved: those with new usage.
    void resort(std::span<std::int32_t> siblings, AssociationUsage const& usage);
    void visit(std::span<std::int32_t const> siblings, bool tied, Rank& rank);
    /// Visits the account at `position` and, under the documented rule, the accounts tied with it;
    /// returns the next position.
    std::size_t visit_accounts(std::span<std::int32_t const> siblings,
                               std::size_t position,
                               bool tied,
                               Rank& rank);

    Shares shares_;
    bool merge_ = false;
    std::int64_t users_ = 0;
    std::vector<std::int32_t> parents_;  ///< accounts that are levels of their own
    std::vector<std::int32_t> order_;    ///< the competing associations of each, best first
    std::vector<std::size_t> first_;     ///< first position in order_, by association
    std::vector<std::uint8_t> is_user_;
    std::vector<std::uint8_t> always_first_;  ///< users with Fairshare=parent
    std::vector<long double> seen_;           ///< usage at the last update
    std::vector<long double> level_;
    std::vector<double> factor_;
    std::vector<std::int32_t> moved_, kept_;  ///< scratch
};

}  // namespace clustersim::slurm
