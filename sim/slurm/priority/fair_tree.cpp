// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/fair_tree.hpp"

#include <algorithm>
#include <limits>

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
        return all[i].is_user() || !all[i].shares_of_parent;
    };
    for (std::size_t i = 1; i < count; ++i)
        first_[at(shares_.level_parent[i]) + 1] += competes(i) ? 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (first_[i + 1] > 0) parents_.push_back(static_cast<std::int32_t>(i));
        first_[i + 1] += first_[i];
    }
    order_.resize(first_[count]);
    auto next = first_;
    for (std::size_t i = 1; i < count; ++i)
        if (competes(i)) order_[next[at(shares_.level_parent[i])]++] = static_cast<std::int32_t>(i);
    for (auto const& association : all) {
        is_user_.push_back(association.is_user() ? 1 : 0);
        always_first_.push_back(association.is_user() && association.shares_of_parent ? 1 : 0);
        users_ += association.is_user() ? 1 : 0;
    }
    seen_.assign(count, std::numeric_limits<long double>::quiet_NaN());  // unequal to any usage
    level_.assign(count, infinite);
    factor_.assign(count, 0.0);
}

std::span<std::int32_t> FairTree::children(std::int32_t association) {
    auto const begin = first_[at(association)];
    return std::span(order_).subspan(begin, first_[at(association) + 1] - begin);
}

bool FairTree::before(std::int32_t a, std::int32_t b) const {
    if (level_[at(a)] != level_[at(b)]) return level_[at(a)] > level_[at(b)];
    if (is_user_[at(a)] != is_user_[at(b)]) return is_user_[at(a)] != 0;
    return a < b;
}

bool FairTree::usage_changed(std::int32_t parent, AssociationUsage const& usage) const {
    // Only ratios matter, and a common decay does not change them.
    if (seen_[at(parent)] != usage.relative_usage(parent)) return true;
    for (auto i = first_[at(parent)]; i < first_[at(parent) + 1]; ++i)
        if (seen_[at(order_[i])] != usage.relative_usage(order_[i])) return true;
    return false;
}

long double FairTree::part(std::int32_t association, std::int32_t whole) const {
    return seen_[at(whole)] > 0 ? seen_[at(association)] / seen_[at(whole)] : 0.0L;
}

void FairTree::update_level(std::int32_t parent, AssociationUsage const& usage) {
    auto const total = usage.relative_usage(parent);
    auto const siblings = children(parent);
    for (auto const child : siblings) {
        auto const i = at(child);
        auto const share = static_cast<long double>(shares_.normalised[i]);
        auto const used = total > 0 ? usage.relative_usage(child) / total : 0.0L;
        if (always_first_[i] != 0)
            level_[i] = infinite;
        else if (share == 0)
            level_[i] = 0;
        else
            level_[i] = used > 0 ? share / used : infinite;
    }
    resort(siblings, usage);
}

void FairTree::resort(std::span<std::int32_t> siblings, AssociationUsage const& usage) {
    auto const better = [this](std::int32_t a, std::int32_t b) { return before(a, b); };
    if (std::ranges::is_sorted(siblings, better)) return;
    moved_.clear();
    kept_.clear();
    for (auto const child : siblings)
        (seen_[at(child)] == usage.relative_usage(child) ? kept_ : moved_).push_back(child);
    // Rounding may also exchange two of the others.
    if (!std::ranges::is_sorted(kept_, better)) std::ranges::sort(kept_, better);
    std::ranges::sort(moved_, better);
    std::ranges::merge(moved_, kept_, siblings.begin(), better);
}

void FairTree::update(AssociationUsage const& usage) {
    bool changed = false;
    for (auto const parent : parents_) {
        if (usage_changed(parent, usage)) {
            update_level(parent, usage);
            changed = true;
        }
    }
    if (!changed) return;
    for (std::size_t i = 0; i < seen_.size(); ++i)
        seen_[i] = usage.relative_usage(static_cast<std::int32_t>(i));
    Rank rank{users_, users_};
    visit(children(0), false, rank);
}

void FairTree::visit(std::span<std::int32_t const> siblings, bool tied, Rank& rank) {
    for (std::size_t i = 0; i < siblings.size();) {
        auto const child = siblings[i];
        if (i > 0) tied = level_[at(child)] == level_[at(siblings[i - 1])];
        if (is_user_[at(child)] == 0) {
            i = visit_accounts(siblings, i, tied, rank);
            continue;
        }
        if (!tied) rank.given = rank.next;
        factor_[at(child)] = static_cast<double>(rank.given) / static_cast<double>(users_);
        --rank.next;
        ++i;
    }
}

std::size_t FairTree::visit_accounts(std::span<std::int32_t const> siblings,
                                     std::size_t position,
                                     bool tied,
                                     Rank& rank) {
    auto end = position + 1;
    if (merge_) {
        // Accounts of equal LF follow each other: at one LF all users come first.
        while (end < siblings.size() && level_[at(siblings[end])] == level_[at(siblings[position])])
            ++end;
    }
    if (end == position + 1) {
        visit(children(siblings[position]), tied, rank);
        return end;
    }
    std::vector<std::int32_t> merged;
    for (auto i = position; i < end; ++i) {
        auto const below = children(siblings[i]);
        merged.insert(merged.end(), below.begin(), below.end());
    }
    std::sort(merged.begin(), merged.end(), [this](std::int32_t a, std::int32_t b) {
        return before(a, b);
    });
    visit(merged, tied, rank);
    return end;
}

}  // namespace clustersim::slurm
