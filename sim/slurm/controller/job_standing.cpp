// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_standing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace clustersim::slurm {
namespace {

/// Usage per share, and how many jobs have it.
struct Weighted {
    long double usage = 0.0L;
    double jobs = 0.0;
};

/// The accounts of one level, which share what their parent gets.
class Level {
  public:
    Level(ClusterState const& state, std::int32_t account)
        : site_(*state.config.site), usage_(state.accounting.usage), account_(account) {}

    /// The account of the level to which an association belongs; nothing for the studied one and for those elsewhere in
    /// the tree.
    [[nodiscard]] std::optional<std::int32_t> competitor_of(std::int32_t association) const {
        std::int32_t const parent = at(account_).parent;
        while (association >= 0 && at(association).parent != parent)
            association = at(association).parent;
        bool const competes = association >= 0 && association != account_;
        return competes ? std::optional(association) : std::nullopt;
    }
    [[nodiscard]] long double usage_per_share(std::int32_t account) const {
        return usage_.usage_raw(account) / shares_of(account);
    }
    [[nodiscard]] long double shares_of(std::int32_t account) const {
        return static_cast<long double>(std::max<std::int64_t>(1, at(account).shares));
    }
    [[nodiscard]] Association const& at(std::int32_t association) const {
        return site_.associations[static_cast<std::size_t>(association)];
    }
    [[nodiscard]] std::size_t associations() const { return site_.associations.size(); }

  private:
    Site const& site_;
    AssociationUsage const& usage_;
    std::int32_t account_;
};

std::optional<long double>
usage_at(UsageQuantile const& quantile, Level const& level, ClusterState const& state) {
    std::vector<Weighted> all;
    double jobs = 0.0;
    auto const add = [&](Job const& job) {
        auto const account = level.competitor_of(job.spec->association);
        if (!account) return;
        all.push_back({level.usage_per_share(*account), static_cast<double>(job.tasks())});
        jobs += all.back().jobs;
    };
    for (JobSlot const slot : state.jobs.running) add(state.jobs.at(slot));
    for (JobSlot const slot : state.jobs.pending()) add(state.jobs.at(slot));
    if (all.empty()) return std::nullopt;
    std::ranges::sort(all, {}, &Weighted::usage);
    double const rank = quantile.p * jobs;
    double below = 0.0;
    for (Weighted const& one : all)
        if ((below += one.jobs) >= rank) return one.usage;
    return all.back().usage;
}

std::optional<long double>
usage_at(FairshareFactor const& factor, Level const& level, ClusterState const& state) {
    std::optional<long double> nearest;
    double distance = 0.0;
    for (std::size_t i = 0; i < level.associations(); ++i) {
        auto const one = static_cast<std::int32_t>(i);
        if (level.at(one).user.empty()) continue;
        auto const account = level.competitor_of(one);
        double const gap = std::fabs(state.accounting.fairshare.factor(one) - factor.value);
        if (!account || (nearest && gap >= distance)) continue;
        nearest = level.usage_per_share(*account);
        distance = gap;
    }
    return nearest;
}

}  // namespace

void give_standing(ClusterState& state, std::int32_t user, Standing const& standing) {
    if (user < 0) return;
    std::int32_t const account =
        state.config.site->associations[static_cast<std::size_t>(user)].parent;
    Level const level(state, account);
    auto const per_share =
        std::visit([&](auto const& one) { return usage_at(one, level, state); }, standing);
    if (!per_share) return;
    auto& accounting = state.accounting;
    long double const usage_raw =
        *per_share * level.shares_of(account) - accounting.usage.usage_raw(account);
    if (usage_raw <= 0.0L) return;
    accounting.usage.add_past(user, usage_raw);
    if (accounting.fairshare.lazy()) {
        accounting.fairshare.begin_update(accounting.usage);
        accounting.fairshare.refresh(user, accounting.usage);
    } else {
        accounting.fairshare.update(accounting.usage);
    }
}

}  // namespace clustersim::slurm
