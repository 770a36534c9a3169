// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/priority/fairshare.hpp"

#include <cstddef>

namespace clustersim::slurm {

namespace {

std::variant<FairTree, ClassicFairshare> algorithm(Site const& site) {
    if (site.settings.priority.fairshare == FairshareAlgorithm::fair_tree) {
        return FairTree(site);
    }
    return ClassicFairshare(site);
}

long double part(AssociationUsage const& usage, std::int32_t of, std::int32_t whole) {
    auto const total = usage.relative_usage(whole);
    return total > 0 ? usage.relative_usage(of) / total : 0.0L;
}

}  // namespace

Fairshare::Fairshare(Site const& site) : algorithm_(algorithm(site)) {
    for (auto const& association : site.associations) {
        parents_.push_back(association.parent);
    }
}

void Fairshare::update(AssociationUsage const& usage) {
    std::visit([&](auto& chosen) { chosen.update(usage); }, algorithm_);
}

double Fairshare::factor(std::int32_t association) const {
    if (association < 0) {
        return 0.0;
    }
    return std::visit([&](auto const& chosen) { return chosen.factor(association); }, algorithm_);
}

FairshareFactors Fairshare::report(AssociationUsage const& usage) const {
    FairshareFactors all(parents_.size());
    auto const* const tree = std::get_if<FairTree>(&algorithm_);
    auto const* const classic = std::get_if<ClassicFairshare>(&algorithm_);
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto const association = static_cast<std::int32_t>(i);
        auto& shown = all[i];
        shown.factor = factor(association);
        shown.norm_usage = part(usage, association, 0);
        if (tree != nullptr) {
            shown.norm_shares = tree->shares().normalised[i];
            shown.level_fs = i == 0 ? 0.0L : tree->level_fairshare(association);
            // The root has all of its own usage, even when there is none.
            shown.effective_usage = i == 0 ? 1.0L : part(usage, association, parents_[i]);
        } else {
            shown.norm_shares = classic->shares().normalised[i];
            shown.effective_usage = classic->effective_usage(association);
        }
    }
    return all;
}

FairshareFactors compute_fairshare(Site const& site, AssociationUsage const& usage) {
    Fairshare fairshare(site);
    fairshare.update(usage);
    return fairshare.report(usage);
}

}  // namespace clustersim::slurm
