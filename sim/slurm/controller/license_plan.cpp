// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/license_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace clustersim::slurm {

void LicensePlan::reset(Instant begin, Instant end, std::vector<std::int64_t> totals) {
    free_from_.clear();
    free_from_.emplace(begin, std::move(totals));
    end_ = end;
}

std::optional<Instant>
LicensePlan::short_until(Instant start, Instant end, LicenseCounts const& needs) const {
    for (auto stretch = free_from_.begin(); stretch != free_from_.end(); ++stretch) {
        auto const next = std::next(stretch);
        auto const over = next == free_from_.end() ? end_ : next->first;
        if (over <= start) continue;
        if (stretch->first > end) break;
        auto const& free = stretch->second;
        if (std::any_of(needs.begin(), needs.end(), [&](auto const& need) {
                return need.second > free[static_cast<std::size_t>(need.first)];
            }))
            return over;
    }
    return std::nullopt;
}

void LicensePlan::take(Instant start, Instant end, LicenseCounts const& needs) {
    if (free_from_.empty() || needs.empty()) return;
    start = std::max(start, free_from_.begin()->first);
    end = std::min(end, end_);
    if (start >= end) return;
    split(start);
    split(end);
    for (auto stretch = free_from_.find(start); stretch != free_from_.end() && stretch->first < end;
         ++stretch)
        for (auto const& [license, count] : needs)
            stretch->second[static_cast<std::size_t>(license)] -= count;
}

void LicensePlan::split(Instant at) {
    if (at < end_) {
        auto const before = std::prev(free_from_.upper_bound(at));
        free_from_.emplace(at, before->second);
    }
}

}  // namespace clustersim::slurm
