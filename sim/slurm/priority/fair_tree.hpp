// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/priority/shares.hpp"
#include "sim/slurm/priority/usage.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Fair tree, spec 5.6.1. The level fairshare of an association is LF = S / U: its share within its
/// level over its part of the parent's usage. The tree is walked depth first, larger LF first; the
/// factor of a user association is its rank over the number N of user associations. Associations of
/// equal LF share a rank. For accounts of equal LF, Slurm does not merge their users as its
/// documentation says: the best user of the second account gets the rank of the last user visited
/// (PrioritySettings::merge_tied_accounts selects the documented rule).
///
/// Only accounts below which usage has changed are looked at again, and users are ranked only when
/// a factor is requested: a machine has tens of thousands of associations, some hundred of which
/// have running or waiting jobs. `factor` stores the ranks that it computes, so two threads must
/// not use one tree.
class FairTree {
  public:
    explicit FairTree(Site const& site);

    /// Takes over the usage. After the first update, `usage` must be the same object as before or a copy of it, changed or
    /// not: only what it has recorded since then is looked at.
    void update(AssociationUsage const& usage);

    /// Between 1/N and 1 for a user association, 0 for an account.
    [[nodiscard]] double factor(std::int32_t association) const;
    /// LF; infinite without usage. Meaningless for the root and with Fairshare=parent.
    [[nodiscard]] long double level_fairshare(std::int32_t association) const {
        return member(association).level;
    }
    /// Usage at the last update divided by that of another association; 0 without usage.
    [[nodiscard]] long double part(std::int32_t association, std::int32_t whole) const;
    [[nodiscard]] Shares const& shares() const { return shares_; }
    [[nodiscard]] std::int64_t users() const { return users_; }

  private:
    /// What the users of an account, visited in their order, do to the ranks after them.
    struct Chain {
        std::int32_t users = 0;
        /// The last user that gets a rank of its own, counted from 0; -1: all share the rank given before. By whether
        /// the account is tied with what was visited before it.
        std::int32_t last_untied[2] = {-1, -1};
    };
    struct Rank {
        std::int32_t next = 0;   ///< rank of the next user that is not tied
        std::int32_t given = 0;  ///< last rank assigned
        [[nodiscard]] Rank after(Chain const& chain, bool tied) const;
    };
    struct Account {
        Chain chain;
        std::uint32_t ranked = 0;  ///< number of the update for which its members have ranks
        Rank entry;                ///< before its first member, if the account above is ranked
        bool tied = false;         ///< its first member with what is before
    };

    /// Position among all associations: those of a level follow each other.
    using Slot = std::uint32_t;
    struct Member {
        long double seen = 0.0L;  ///< usage at the last update
        long double share = 0.0L;
        long double level = std::numeric_limits<long double>::infinity();
        std::int32_t association = 0;
        std::int32_t account = -1;      ///< position in accounts_
        mutable std::int32_t rank = 0;  ///< of a user whose account is ranked
        bool is_user = false;
        bool always_first = false;  ///< a user with Fairshare=parent
    };

    [[nodiscard]] Member const& member(std::int32_t association) const {
        return members_[slot_[static_cast<std::size_t>(association)]];
    }
    [[nodiscard]] Account& account(Member const& one) const {
        return accounts_[static_cast<std::size_t>(one.account)];
    }
    [[nodiscard]] std::span<Slot const> children(std::int32_t association) const;
    [[nodiscard]] bool changed(Member const& one, AssociationUsage const& usage) const;
    void update_level(std::int32_t parent, AssociationUsage const& usage);
    [[nodiscard]] bool before(Slot a, Slot b) const;
    /// Sorts the members of a level again, of which few have moved: those with new usage.
    void resort(std::int32_t parent, AssociationUsage const& usage);

    /// Calls `use(group, tied)` for each user and each account in their order; under the documented rule for tied
    /// accounts together.
    template <typename Use>
    void each_group(std::span<Slot const> siblings, bool tied, Use use) const;
    [[nodiscard]] std::vector<Slot> merged(std::span<Slot const> accounts) const;
    [[nodiscard]] Chain chain_of(std::span<Slot const> siblings) const;
    [[nodiscard]] Chain chain_of_group(std::span<Slot const> group) const;
    void rank(std::span<Slot const> siblings, bool tied, Rank rank) const;
    void rank_members(std::int32_t association) const;

    Shares shares_;
    bool merge_ = false;
    std::int64_t users_ = 0;
    std::vector<Slot> slot_;          ///< by association
    std::vector<Member> members_;     ///< by slot; after the levels those that do not compete
    std::vector<std::size_t> first_;  ///< slot of the first member of a level, by association
    std::vector<Slot> order_;         ///< of the members of each level, best first
    std::vector<Slot> moved_, kept_;  ///< scratch
    std::uint32_t updates_ = 0;
    std::uint64_t seen_changes_ = 0;  ///< AssociationUsage::changes at the last update
    mutable std::vector<Account> accounts_;
};

}  // namespace clustersim::slurm
