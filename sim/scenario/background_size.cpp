// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/background_size.hpp"

#include "sim/workload/mix_limit.hpp"

#include <fmt/format.h>

namespace clustersim {

Result<void>
check_background_size(Mix const& of, PartitionShape const& partition, double load, Seconds span) {
    // A machine of ten thousand nodes has a few million jobs in the longest window.
    constexpr double most_jobs = 2e7;
    std::optional<Mix> const shorter = with_limit(of, partition.max_walltime);
    MixRate const rate = rate_of(shorter ? *shorter : of, partition);
    double const jobs = load * partition.units() / rate.work_per_second * rate.jobs_per_second *
                        static_cast<double>(span.count);
    if (load <= 0.0 || jobs <= most_jobs) return {};
    Diagnostic d = problem(
        Code::out_of_range,
        fmt::format("the mix needs {:.2g} jobs to offer this load over the {:.3g} days to simulate",
                    jobs,
                    static_cast<double>(span.count) / 86400.0),
        "the jobs of the mix are too short: check their run times, or shorten warm-up and window");
    d.expected = fmt::format("at most {:.0g}", most_jobs);
    return failure(std::move(d));
}

}  // namespace clustersim
