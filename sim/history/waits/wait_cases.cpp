// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/wait_cases.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {

double WaitCase::log_wait() const {
    return log_wait_until(start);
}

double WaitCase::log_wait_until(Instant now) const {
    Seconds const wait = std::min(start, now) - at;
    return std::log10(static_cast<double>(std::max<std::int64_t>(wait.count, 0)) + 1.0);
}

WalltimeClass walltime_class(std::optional<Seconds> limit) {
    constexpr std::int64_t hour = 3600;
    if (!limit) return WalltimeClass::unknown;
    if (limit->count <= 3 * hour) return WalltimeClass::hours_3;
    if (limit->count <= 12 * hour) return WalltimeClass::hours_12;
    if (limit->count <= 24 * hour) return WalltimeClass::day;
    if (limit->count <= 72 * hour) return WalltimeClass::days_3;
    return WalltimeClass::longer;
}

JobSizeClass job_size_class(double size) {
    if (size <= 1.0) return JobSizeClass::smallest;
    if (size <= 4.0) return JobSizeClass::small;
    return size <= 64.0 ? JobSizeClass::medium : JobSizeClass::large;
}

std::string_view name_of(WalltimeClass limit) {
    switch (limit) {
        case WalltimeClass::unknown: return "limit not given";
        case WalltimeClass::hours_3: return "limit up to 3 h";
        case WalltimeClass::hours_12: return "limit up to 12 h";
        case WalltimeClass::day: return "limit up to 1 d";
        case WalltimeClass::days_3: return "limit up to 3 d";
        case WalltimeClass::longer: return "limit above 3 d";
    }
    return "";
}

std::string_view name_of(JobSizeClass size) {
    switch (size) {
        case JobSizeClass::smallest: return "size 1";
        case JobSizeClass::small: return "size 2 to 4";
        case JobSizeClass::medium: return "size 5 to 64";
        case JobSizeClass::large: return "size above 64";
    }
    return "";
}

}  // namespace clustersim
