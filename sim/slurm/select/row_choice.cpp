// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/row_choice.hpp"

#include "sim/slurm/select/general_choice.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

Partition const& partition_at(Site const& site, std::size_t index) {
    return site.partitions[index];
}

/// Cores of higher partitions are not available; under preempt/partition_prio neither are those of
/// partitions whose jobs cannot be preempted.
RowLimits limits_of_others(Market const& market) {
    auto const& site = market.site;
    auto const& settings = site.settings;
    auto const own = static_cast<std::size_t>(market.request.partition);
    bool const by_partition = settings.preempt_type == PreemptType::partition_prio;
    RowLimits limits(site.partitions.size(), 0);
    for (std::size_t i = 0; i < limits.size(); ++i) {
        auto const& other = partition_at(site, i);
        bool const higher = other.priority_tier > partition_at(site, own).priority_tier;
        bool const fixed = other.preempt_mode.value_or(settings.preempt_mode) == PreemptMode::off;
        limits[i] = settings.gang ? by_partition && (higher || fixed) : i != own && higher;
    }
    return limits;
}

/// Partitions of lower tier, the highest first.
std::vector<std::size_t> lower_partitions(Site const& site, std::int32_t tier) {
    std::vector<std::size_t> lower;
    for (std::size_t i = 0; i < site.partitions.size(); ++i)
        if (partition_at(site, i).priority_tier < tier) lower.push_back(i);
    std::ranges::stable_sort(
        lower, std::greater{}, [&](std::size_t i) { return partition_at(site, i).priority_tier; });
    return lower;
}

/// Excludes one lower partition after the other while the job still fits.
void avoid_lower(Market& market, SelectScratch& scratch, SelectMode mode) {
    auto const own = static_cast<std::size_t>(market.request.partition);
    auto const tier = partition_at(market.site, own).priority_tier;
    for (auto const lower : lower_partitions(market.site, tier)) {
        auto const before = scratch.row_limits[lower];
        scratch.row_limits[lower] = 1;
        if (!select_in_rows(market, scratch, mode)) {
            scratch.row_limits[lower] = before;
            select_in_rows(market, scratch, mode);
            return;
        }
    }
}

/// For gang scheduling: true if the job fits next to jobs of lower partitions only.
bool select_above_lower(Market& market,
                        SelectScratch& scratch,
                        SelectMode mode,
                        RowLimits const& others) {
    auto const own = static_cast<std::size_t>(market.request.partition);
    auto const tier = partition_at(market.site, own).priority_tier;
    scratch.row_limits = others;
    for (std::size_t i = 0; i < others.size(); ++i)
        if (partition_at(market.site, i).priority_tier == tier) scratch.row_limits[i] = 1;
    if (!select_in_rows(market, scratch, mode)) return false;
    avoid_lower(market, scratch, mode);
    return true;
}

/// Chooses cores that jobs in other rows use (spec 6.4.4), never cores that the job may not share.
/// With gang scheduling it prefers cores of lower partitions to those of its own tier, and as few
/// of the lower partitions as possible; last, it tries row after row of its own partition. The
/// limits used for the choice remain in `market.rows`.
bool select_beside(Market& market, SelectScratch& scratch, SelectMode mode) {
    auto const own = static_cast<std::size_t>(market.request.partition);
    auto const others = limits_of_others(market);
    market.rows = &scratch.row_limits;
    if (market.site.settings.gang) {
        scratch.row_limits = others;
        if (!select_in_rows(market, scratch, mode)) return false;
        if (select_above_lower(market, scratch, mode, others)) return true;
    }
    scratch.row_limits = others;
    auto const rows = partition_at(market.site, own).max_share + (market.request.extra_row ? 1 : 0);
    for (std::int32_t row = 1; row <= rows; ++row) {
        scratch.row_limits[own] = others[own] > 0 ? 1 : row;
        if (select_in_rows(market, scratch, mode)) return true;
    }
    return false;
}

}  // namespace

bool select_with_rows(Market& market, SelectScratch& scratch, SelectMode mode) {
    market.rows = nullptr;
    if (select_in_rows(market, scratch, mode)) return true;
    return market.request.overlapping && select_beside(market, scratch, mode);
}

}  // namespace clustersim::slurm
