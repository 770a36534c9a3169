// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/share_view.hpp"

#include <algorithm>
#include <tuple>

namespace clustersim::slurm {

namespace {

/// TRES-seconds that running jobs of each association and its descendants could still use at the
/// last charge of usage, by TRES position.
std::vector<TresCounts> seconds_left(Site const& site, JobsState const& jobs) {
    auto const& associations = site.associations;
    std::vector<TresCounts> left(associations.size(), TresCounts(site.tres.size(), 0));
    for (JobSlot const slot : jobs.running) {
        Job const& job = jobs.at(slot);
        std::int64_t const seconds = std::max<std::int64_t>((job.end - job.usage_until).count, 0);
        for (std::int32_t at = job.spec->association; at >= 0;
             at = associations[static_cast<std::size_t>(at)].parent) {
            TresCounts& sum = left[static_cast<std::size_t>(at)];
            for (std::size_t t = 0; t < job.allocated_tres.size() && t < sum.size(); ++t)
                sum[t] += job.allocated_tres[t] * seconds;
        }
    }
    return left;
}

std::string limits_text(Site const& site, TresLimits const& limits) {
    std::string text;
    for (std::size_t t = 0; t < limits.size() && t < site.tres.size(); ++t) {
        auto const limit = limits.at(t);
        if (!limit) continue;
        text += (text.empty() ? "" : ",") + site.tres.name(t) + "=" + std::to_string(*limit);
    }
    return text;
}

struct Tree {
    std::vector<std::vector<std::int32_t>> children;  ///< by association
    std::vector<std::int32_t> roots;
};

Tree tree_of(Site const& site) {
    Tree tree;
    tree.children.resize(site.associations.size());
    for (std::size_t i = 0; i < site.associations.size(); ++i) {
        std::int32_t const parent = site.associations[i].parent;
        auto& siblings = parent < 0 ? tree.roots : tree.children[static_cast<std::size_t>(parent)];
        siblings.push_back(static_cast<std::int32_t>(i));
    }
    auto const order = [&](std::int32_t index) {
        Association const& a = site.associations[static_cast<std::size_t>(index)];
        return std::tuple(!a.is_user(), a.is_user() ? a.user : a.account, a.partition);
    };
    for (auto& siblings : tree.children) std::ranges::sort(siblings, {}, order);
    return tree;
}

}  // namespace

std::vector<ShareView> view_shares(ClusterState const& state) {
    Site const& site = *state.config.site;
    Tree const tree = tree_of(site);
    auto const left = seconds_left(site, state.jobs);
    auto fairshare = state.accounting.fairshare;
    for (std::size_t i = 0; i < state.config.site->associations.size(); ++i)
        fairshare.refresh(static_cast<std::int32_t>(i), state.accounting.usage);
    FairshareFactors const factors = fairshare.report();
    std::vector<ShareView> views;
    // Stack of associations still to be shown, with their depth.
    std::vector<std::pair<std::int32_t, std::int32_t>> next;
    for (auto root = tree.roots.rbegin(); root != tree.roots.rend(); ++root)
        next.emplace_back(*root, 0);
    while (!next.empty()) {
        auto const [index, depth] = next.back();
        next.pop_back();
        auto const i = static_cast<std::size_t>(index);
        Association const& association = site.associations[i];
        ShareView view;
        view.account = association.account;
        view.user = association.user;
        view.partition = association.partition;
        view.depth = depth;
        view.shares = association.shares;
        view.shares_of_parent = association.shares_of_parent;
        view.raw_usage = static_cast<double>(state.accounting.usage.usage_raw(index));
        if (i < factors.size()) {
            AssociationFairshare const& factor = factors[i];
            view.normalized_shares = factor.norm_shares;
            view.normalized_usage = static_cast<double>(factor.norm_usage);
            view.effective_usage = static_cast<double>(factor.effective_usage);
            bool const tree_factors =
                site.settings.priority.fairshare == FairshareAlgorithm::fair_tree;
            if (association.is_user() || !tree_factors) view.fairshare = factor.factor;
            if (factor.level_fs) view.level_share = static_cast<double>(*factor.level_fs);
        }
        view.group_tres_minutes = limits_text(site, association.group.tres_mins);
        for (std::size_t t = 0; t < site.tres.size(); ++t)
            view.tres_run_minutes.emplace_back(site.tres.name(t), left[i][t] / 60);
        views.push_back(std::move(view));
        auto const& children = tree.children[i];
        for (auto child = children.rbegin(); child != children.rend(); ++child)
            next.emplace_back(*child, depth + 1);
    }
    return views;
}

}  // namespace clustersim::slurm
