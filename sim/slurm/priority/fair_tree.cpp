// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/fair_tree.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace clustersim::slurm {

namespace {
constexpr auto infinite = std::numeric_limits<long double>::infinity();
std::size_t at(std::int32_t association) {
    return static_cast<std::size_t>(association);
}
}  // namespace

FairTree::FairTree(Site const& site)
    : shares_(level_shares(site)), merge_(site.settings.priority.merge_tied_accounts) {
    auto const& all = site.associations;
    auto const count = all.size();
    first_.assign(count + 1, 0);
    // An account with Fairshare=parent is not a level of its own: its children compete with its
    // siblings.
    auto const competes = [&](std::size_t i) {
        return i > 0 && (all[i].is_user() || !all[i].shares_of_parent);
    };
    for (std::size_t i = 1; i < count; ++i)
        first_[at(shares_.level_parent[i]) + 1] += competes(i) ? 1 : 0;
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    auto next = first_;
    auto others = first_[count];
    slot_.resize(count);
    members_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const slot = competes(i) ? next[at(shares_.level_parent[i])]++ : others++;
        slot_[i] = static_cast<Slot>(slot);
        Member& one = members_[slot];
        one.association = static_cast<std::int32_t>(i);
        one.is_user = all[i].is_user();
        one.always_first = one.is_user && all[i].shares_of_parent;
        one.share = static_cast<long double>(shares_.normalised[i]);
        if (!one.is_user) {
            one.account = static_cast<std::int32_t>(accounts_.size());
            accounts_.emplace_back();
        }
        users_ += one.is_user ? 1 : 0;
    }
    order_.resize(first_[count]);
    std::iota(order_.begin(), order_.end(), Slot{0});
    auto const all_users = static_cast<std::int32_t>(users_);
    if (!accounts_.empty()) accounts_.front().entry = {all_users, all_users};
}

std::span<FairTree::Slot const> FairTree::children(std::int32_t association) const {
    auto const begin = first_[at(association)];
    return std::span(order_).subspan(begin, first_[at(association) + 1] - begin);
}

bool FairTree::before(Slot a, Slot b) const {
    Member const& one = members_[a];
    Member const& other = members_[b];
    if (one.level != other.level) return one.level > other.level;
    if (one.is_user != other.is_user) return one.is_user;
    return one.association < other.association;
}

long double FairTree::part(std::int32_t association, std::int32_t whole) const {
    auto const total = member(whole).seen;
    return total > 0 ? member(association).seen / total : 0.0L;
}

bool FairTree::changed(Member const& one, AssociationUsage const& usage) const {
    // Only ratios matter, and a common decay does not change them.
    return updates_ == 0 || usage.changed_since(one.association, seen_changes_);
}

void FairTree::update(AssociationUsage const& usage) {
    if (members_.empty() || !changed(member(0), usage)) return;
    update_level(0, usage);
    for (auto slot = order_.size(); slot < members_.size(); ++slot)
        members_[slot].seen = usage.relative_usage(members_[slot].association);
    ++updates_;
    seen_changes_ = usage.changes();
}

void FairTree::update_level(std::int32_t parent, AssociationUsage const& usage) {
    auto const total = usage.relative_usage(parent);
    for (auto slot = first_[at(parent)]; slot < first_[at(parent) + 1]; ++slot) {
        Member& one = members_[slot];
        if (changed(one, usage)) {
            if (!one.is_user) update_level(one.association, usage);
            one.seen = usage.relative_usage(one.association);
        }
        auto const used = total > 0 ? one.seen / total : 0.0L;
        if (one.always_first)
            one.level = infinite;
        else if (one.share == 0)
            one.level = 0;
        else
            // Also for infinite usage, no part of which is a number.
            one.level = used > 0 ? one.share / used : infinite;
    }
    resort(parent, usage);
    // Nothing comes after all users.
    if (parent != 0) account(member(parent)).chain = chain_of(children(parent));
}

void FairTree::resort(std::int32_t parent, AssociationUsage const& usage) {
    auto const siblings = children(parent);
    auto const better = [this](Slot a, Slot b) { return before(a, b); };
    if (std::ranges::is_sorted(siblings, better)) return;
    moved_.clear();
    kept_.clear();
    for (auto const slot : siblings)
        (changed(members_[slot], usage) ? moved_ : kept_).push_back(slot);
    // Rounding may also exchange two of the others.
    if (!std::ranges::is_sorted(kept_, better)) std::ranges::sort(kept_, better);
    std::ranges::sort(moved_, better);
    auto const begin = order_.begin() + static_cast<std::ptrdiff_t>(first_[at(parent)]);
    std::ranges::merge(moved_, kept_, begin, better);
}

template <typename Use>
void FairTree::each_group(std::span<Slot const> siblings, bool tied, Use use) const {
    auto const equal = [&](std::size_t i, std::size_t j) {
        return members_[siblings[i]].level == members_[siblings[j]].level;
    };
    for (std::size_t i = 0; i < siblings.size();) {
        if (i > 0) tied = equal(i, i - 1);
        std::size_t end = i + 1;
        // Accounts of equal LF follow each other: at one LF all users come first.
        if (merge_ && !members_[siblings[i]].is_user)
            while (end < siblings.size() && equal(i, end)) ++end;
        use(siblings.subspan(i, end - i), tied);
        i = end;
    }
}

std::vector<FairTree::Slot> FairTree::merged(std::span<Slot const> accounts) const {
    std::vector<Slot> all;
    for (auto const slot : accounts) {
        auto const below = children(members_[slot].association);
        all.insert(all.end(), below.begin(), below.end());
    }
    std::ranges::sort(all, [this](Slot a, Slot b) { return before(a, b); });
    return all;
}

FairTree::Chain FairTree::chain_of_group(std::span<Slot const> group) const {
    Member const& one = members_[group.front()];
    if (one.is_user) return {1, {0, -1}};
    return group.size() == 1 ? account(one).chain : chain_of(merged(group));
}

FairTree::Chain FairTree::chain_of(std::span<Slot const> siblings) const {
    Chain whole;
    each_group(siblings, false, [&](std::span<Slot const> group, bool tied) {
        Chain const one = chain_of_group(group);
        bool const first = group.data() == siblings.data();
        for (std::size_t const with_before : {0U, 1U}) {
            auto const last = one.last_untied[first ? with_before : std::size_t{tied}];
            if (last >= 0) whole.last_untied[with_before] = whole.users + last;
        }
        whole.users += one.users;
    });
    return whole;
}

FairTree::Rank FairTree::Rank::after(Chain const& chain, bool tied) const {
    auto const last = chain.last_untied[std::size_t{tied}];
    return {next - chain.users, last < 0 ? given : next - last};
}

void FairTree::rank(std::span<Slot const> siblings, bool tied_with_before, Rank rank) const {
    each_group(
        siblings,
        tied_with_before,
        [&](std::span<Slot const> group, bool tied) {
            Member const& one = members_[group.front()];
            Rank const after = rank.after(chain_of_group(group), tied);
            if (one.is_user) {
                one.rank = after.given;
            } else if (group.size() == 1) {
                account(one).entry = rank;
                account(one).tied = tied;
            } else {
                this->rank(merged(group), tied, rank);
                for (auto const slot : group) account(members_[slot]).ranked = updates_;
            }
            rank = after;
        });
}

void FairTree::rank_members(std::int32_t association) const {
    Account& own = account(member(association));
    if (own.ranked == updates_) return;
    if (association != 0) rank_members(shares_.level_parent[at(association)]);
    if (own.ranked == updates_) return;  // with the accounts that are tied with it
    own.ranked = updates_;
    rank(children(association), own.tied, own.entry);
}

double FairTree::factor(std::int32_t association) const {
    Member const& one = member(association);
    if (!one.is_user) return 0.0;
    rank_members(shares_.level_parent[at(association)]);
    return static_cast<double>(one.rank) / static_cast<double>(users_);
}

}  // namespace clustersim::slurm
