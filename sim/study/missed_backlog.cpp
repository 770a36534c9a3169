// SPDX-License-Identifier: Apache-2.0
#include "sim/study/missed_backlog.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {

Diagnostics missed_backlog(RunAnswer const& run) {
    constexpr std::size_t enough = 10;
    constexpr double factor = 3.0;
    BackgroundTerms const& background = run.terms.background;
    if (!background.backlog || background.queues.size() < enough) return {};
    // The users keep the mean. Each backlog is divided by the requested one, which differs between
    // the queues of a range.
    double share = 0.0;
    for (QueueState const& queue : background.queues)
        share += queue.backlog.si() / background.backlog->of(queue.length).si();
    share /= static_cast<double>(background.queues.size());
    if (share >= 1.0 / factor && share <= factor) return {};
    Duration const asked = background.backlog->usual;
    Diagnostic d = problem(
        Code::inconsistent,
        fmt::format("the users keep {} of work pending in partition {} of {}, not {} as asked",
                    human(share * asked),
                    run.place.partition,
                    run.place.system,
                    human(asked)),
        share < 1.0
            ? "limits of the partition keep more jobs out of the queue; use a shorter backlog or a "
              "`load`"
            : "single jobs of this mix fill the partition; use a mix of smaller jobs or a `load`");
    d.severity = Severity::warning;
    Diagnostics missed;
    missed.add(std::move(d));
    return missed;
}

}  // namespace clustersim
