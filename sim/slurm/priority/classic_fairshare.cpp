// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/classic_fairshare.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim::slurm {

ClassicFairshare::ClassicFairshare(Site const& site)
    : shares_(machine_shares(site)),
      depth_oblivious_(site.settings.priority.fairshare == FairshareAlgorithm::depth_oblivious),
      damping_(site.settings.priority.dampening_factor) {
    for (auto const& association : site.associations) {
        raw_shares_.push_back(association.shares);
        shares_of_parent_.push_back(association.shares_of_parent);
        is_user_.push_back(!association.user.empty());
    }
    auto const count = site.associations.size();
    normalised_.assign(count, 0.0L);
    level_sum_.assign(count, 0.0L);
    effective_.assign(count, 0.0L);
    factor_.assign(count, 0.0);
    stale_.assign(count, false);
}

void ClassicFairshare::update(AssociationUsage const& usage) {
    update_accounts(usage);
    for (std::size_t i = 0; i < factor_.size(); ++i)
        if (stale_[i]) normalise(i, usage);
    sum_levels();
    for (std::size_t i = 0; i < factor_.size(); ++i) {  // parents come before their children
        recompute(i);
        stale_[i] = false;
    }
}

void ClassicFairshare::update_accounts(AssociationUsage const& usage) {
    for (std::size_t i = 0; i < factor_.size(); ++i) {
        stale_[i] = is_user_[i];
        if (!is_user_[i]) normalise(i, usage);
    }
    sum_levels();
    for (std::size_t i = 0; i < factor_.size(); ++i)  // parents come before their children
        if (!is_user_[i]) recompute(i);
}

void ClassicFairshare::refresh(std::int32_t association, AssociationUsage const& usage) {
    auto const i = static_cast<std::size_t>(association);
    if (!stale_[i]) return;
    stale_[i] = false;
    auto const before = normalised_[i];
    normalise(i, usage);
    if (i > 0 && !shares_of_parent_[i])
        level_sum_[static_cast<std::size_t>(shares_.level_parent[i])] += normalised_[i] - before;
    recompute(i);
}

void ClassicFairshare::sum_levels() {
    std::fill(level_sum_.begin(), level_sum_.end(), 0.0L);
    for (std::size_t i = 1; i < factor_.size(); ++i)
        if (!shares_of_parent_[i])
            level_sum_[static_cast<std::size_t>(shares_.level_parent[i])] += normalised_[i];
}

void ClassicFairshare::normalise(std::size_t association, AssociationUsage const& usage) {
    auto const total = usage.relative_usage(0);
    auto const used = usage.relative_usage(static_cast<std::int32_t>(association));
    normalised_[association] = total > 0 ? std::min(used / total, 1.0L) : 0.0L;
}

void ClassicFairshare::recompute(std::size_t association) {
    effective_[association] = effective(association);
    auto const share = shares_.normalised[association];
    factor_[association] =
        share > 0 ? std::exp2(-static_cast<double>(effective_[association] / share) / damping_)
                  : 0.0;
}

long double ClassicFairshare::effective(std::size_t association) const {
    if (association == 0) return 1.0L;
    auto const parent = static_cast<std::size_t>(shares_.level_parent[association]);
    auto const own = normalised_[association];
    if (parent == 0) return own;
    if (shares_of_parent_[association]) return effective_[parent];
    if (depth_oblivious_) return depth_oblivious(association, parent);
    if (shares_.level[association] == 0) return effective_[parent];
    auto const part = static_cast<long double>(raw_shares_[association]) /
                      static_cast<long double>(shares_.level[association]);
    return own + (effective_[parent] - own) * part;
}

long double ClassicFairshare::depth_oblivious(std::size_t association, std::size_t parent) const {
    auto const own = normalised_[association];
    auto const share = static_cast<long double>(shares_.normalised[association]);
    auto const parent_share = static_cast<long double>(shares_.normalised[parent]);
    auto const level = level_sum_[parent];
    if (own == 0 || share == 0 || parent_share == 0 || level == 0 || effective_[parent] == 0)
        return own;
    auto const parent_ratio = effective_[parent] / parent_share;
    auto const ratio = (own / share) / (level / parent_share);
    // True if the logarithms of both ratios have the same sign.
    if ((parent_ratio >= 1 && ratio >= 1) || (parent_ratio <= 1 && ratio <= 1))
        return parent_ratio * ratio * share;
    auto const distance = 5.0 * std::log(static_cast<double>(parent_ratio));
    auto const k = 1.0 / (1.0 + distance * distance);
    return parent_ratio * std::pow(static_cast<double>(ratio), k) * share;
}

}  // namespace clustersim::slurm
