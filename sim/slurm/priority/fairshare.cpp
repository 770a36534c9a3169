// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/fairshare.hpp"

#include <cstddef>

namespace clustersim::slurm {

namespace {

std::variant<FairTree, ClassicFairshare> algorithm(Site const& site) {
    if (site.settings.priority.fairshare == FairshareAlgorithm::fair_tree) return FairTree(site);
    return ClassicFairshare(site);
}

}  // namespace

Fairshare::Fairshare(Site const& site) : algorithm_(algorithm(site)) {
    for (auto const& association : site.associations)
        shares_of_parent_.push_back(association.shares_of_parent);
    update(AssociationUsage(site));
}

void Fairshare::update(AssociationUsage const& usage) {
    std::visit([&](auto& chosen) { chosen.update(usage); }, algorithm_);
}

void Fairshare::begin_update(AssociationUsage const& usage) {
    if (auto* const classic = std::get_if<ClassicFairshare>(&algorithm_))
        classic->update_accounts(usage);
}

void Fairshare::refresh(std::int32_t association, AssociationUsage const& usage) {
    auto* const classic = std::get_if<ClassicFairshare>(&algorithm_);
    if (classic != nullptr && association >= 0) classic->refresh(association, usage);
}

double Fairshare::factor(std::int32_t association) const {
    if (association < 0) return 0.0;
    return std::visit([&](auto const& chosen) { return chosen.factor(association); }, algorithm_);
}

FairshareFactors Fairshare::report() const {
    FairshareFactors all(shares_of_parent_.size());
    auto const* const tree = std::get_if<FairTree>(&algorithm_);
    auto const* const classic = std::get_if<ClassicFairshare>(&algorithm_);
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto const association = static_cast<std::int32_t>(i);
        auto& shown = all[i];
        shown.factor = factor(association);
        if (tree == nullptr) {
            shown.norm_shares = classic->shares().normalised[i];
            shown.norm_usage = classic->normalised_usage(association);
            shown.effective_usage = classic->effective_usage(association);
            continue;
        }
        shown.norm_shares = tree->shares().normalised[i];
        shown.norm_usage = tree->part(association, 0);
        // The root has 1 even without any usage.
        shown.effective_usage =
            i == 0 ? 1.0L : tree->part(association, tree->shares().level_parent[i]);
        if (i > 0 && !shares_of_parent_[i]) shown.level_fs = tree->level_fairshare(association);
    }
    return all;
}

FairshareFactors compute_fairshare(Site const& site, AssociationUsage const& usage) {
    Fairshare fairshare(site);
    fairshare.update(usage);
    return fairshare.report();
}

}  // namespace clustersim::slurm
