// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/background_size.hpp"

#include <fmt/format.h>

namespace clustersim {

Result<void>
check_background_size(Mix const& mix, PartitionShape const& partition, double load, Seconds span) {
    // A machine of ten thousand nodes sees some millions in the longest window.
    constexpr double most_jobs = 2e7;
    MixRate const rate = rate_of(mix, partition);
    double const jobs = load * partition.units() / rate.work_per_second * rate.jobs_per_second *
                        static_cast<double>(span.count);
    if (load <= 0.0 || jobs <= most_jobs) return {};
    Diagnostic d = problem(
        Code::out_of_range,
        fmt::format("the mix offers this load in {:.2g} jobs over the {:.3g} days to be simulated",
                    jobs,
                    static_cast<double>(span.count) / 86400.0),
        "its jobs are too short; look at its run times, or shorten warm-up and window");
    d.expected = fmt::format("at most {:.0g}", most_jobs);
    return failure(std::move(d));
}

}  // namespace clustersim
