// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/usage_reset.hpp"

#include <chrono>

namespace clustersim::slurm {

Instant next_usage_reset(UsageReset period, Instant last, Seconds origin) {
    using namespace std::chrono;
    auto const today =
        floor<days>(sys_seconds{std::chrono::seconds{last.since_origin + origin.count}});
    year_month_day const date{today};
    sys_days const first_of_month = date.year() / date.month() / 1;
    auto const month = static_cast<unsigned>(date.month());
    sys_days next;
    switch (period) {
        case UsageReset::none:
        case UsageReset::now: return Instant::never();
        case UsageReset::daily: next = today + days{1}; break;
        case UsageReset::weekly: next = today + days{7 - weekday{today}.c_encoding()}; break;
        case UsageReset::monthly: next = year_month_day{first_of_month} + months{1}; break;
        case UsageReset::quarterly:
            next = year_month_day{first_of_month} + months{3 - (month - 1) % 3};
            break;
        case UsageReset::yearly: next = (date.year() + years{1}) / January / 1; break;
    }
    return Instant{next.time_since_epoch() / std::chrono::seconds{1} - origin.count};
}

}  // namespace clustersim::slurm
