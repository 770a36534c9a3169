// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/run_shares.hpp"

#include "sim/stats/conditional_value.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr std::size_t enough_of_user = 10;

}  // namespace

std::int64_t limit_or_week(std::int64_t limit) {
    constexpr std::int64_t one_week = 7 * 86'400;
    return limit == not_yet ? one_week : std::max<std::int64_t>(1, limit);
}

RunShares::RunShares(PastQueue const& past, std::int64_t from, std::int64_t until) {
    for (PastQueueJob const& job : past.jobs) {
        if (job.end < from || job.end >= until || job.end <= job.start) continue;
        auto const share = std::min(1.0,
                                    static_cast<double>(job.end - job.start) /
                                        static_cast<double>(limit_or_week(job.limit)));
        of_all_.push_back(share);
        of_user_[job.user].push_back(share);
    }
    std::ranges::sort(of_all_);
    for (auto& [user, shares] : of_user_) std::ranges::sort(shares);
}

std::int64_t
RunShares::draw(std::uint32_t user, std::int64_t limit, std::int64_t elapsed, double chance) const {
    auto const own = of_user_.find(user);
    bool const enough = own != of_user_.end() && own->second.size() >= enough_of_user;
    auto const span = static_cast<double>(limit);
    double const least = std::min(1.0, static_cast<double>(elapsed) / span);
    double const share = conditional_value(enough ? own->second : of_all_, least, 1.0, chance);
    // Beyond its limit a job may end at any moment.
    return std::max(static_cast<std::int64_t>(std::llround(share * span)), elapsed + 1);
}

}  // namespace clustersim
