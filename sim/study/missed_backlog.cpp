// SPDX-License-Identifier: Apache-2.0
#include "sim/study/missed_backlog.hpp"

#include "sim/core/human.hpp"
#include "sim/stats/quantile.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace clustersim {

Diagnostics missed_backlog(RunAnswer const& run) {
    constexpr std::size_t enough = 10;
    constexpr double factor = 3.0;
    BackgroundTerms const& background = run.terms.background;
    if (!background.backlog || background.queues.size() < enough) return {};
    std::vector<double> backlogs;
    for (QueueState const& queue : background.queues) backlogs.push_back(queue.backlog.si());
    double const median = nearest_rank(sorted(std::move(backlogs)), 0.5);
    double const asked = background.backlog->si();
    if (median >= asked / factor && median <= asked * factor) return {};
    Diagnostic d = problem(
        Code::inconsistent,
        fmt::format("the users keep {} of work pending in partition {} of {}, not {} as asked",
                    human(seconds(median)),
                    run.place.partition,
                    run.place.system,
                    human(*background.backlog)),
        median < asked
            ? "limits of the partition keep more jobs out of the queue; use a shorter backlog or a "
              "`load`"
            : "single jobs of this mix fill the partition; use a mix of smaller jobs or a `load`");
    d.severity = Severity::warning;
    Diagnostics missed;
    missed.add(std::move(d));
    return missed;
}

}  // namespace clustersim
