// SPDX-License-Identifier: Apache-2.0
#include "sim/study/short_limits.hpp"

#include "sim/scenario/job_costs.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace clustersim {

void settle_short_limits(JobOutcome& outcome,
                         ResolvedJob const& job,
                         ResolvedRun const& run,
                         Diagnostics& warnings) {
    std::int64_t shortened = 0;
    std::vector<double> held;
    for (QueueSample const& sample : outcome.samples) {
        if (!sample.has_started()) continue;
        held.push_back(static_cast<double>(sample.held.count));
        if (sample.cut && sample.limit && *sample.limit < outcome.walltime) ++shortened;
    }
    if (shortened == 0) return;
    Diagnostic d =
        problem(Code::over_limit,
                fmt::format("job \"{}\"{}{} started with less than its walltime, and was "
                            "ended at that limit, in {}",
                            outcome.job,
                            run.variant.settings.empty() ? "" : " at ",
                            run.variant.label(),
                            of_samples(outcome, shortened)),
                "request a longer `time-min`");
    d.severity = Severity::warning;
    warnings.add(std::move(d));
    std::ranges::sort(held);
    double const low = outcome.runtime.low / outcome.runtime.value;
    outcome.runtime = {seconds(median(held)),
                       std::min(seconds(quantile(held, 0.05)), seconds(median(held)) * low),
                       std::max(seconds(quantile(held, 0.95)), seconds(median(held)))};
    add_costs(outcome, job, run);
}

}  // namespace clustersim
