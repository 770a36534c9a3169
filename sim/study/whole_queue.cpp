// SPDX-License-Identifier: Apache-2.0
#include "sim/study/whole_queue.hpp"

#include "sim/engine/queue_model.hpp"
#include "sim/results/metrics.hpp"
#include "sim/study/horizons.hpp"

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

constexpr Seconds one_hour{3600};

ClassWaits waits_over(std::size_t replicates) {
    return {BlockedQuotient(replicates), BlockedQuotient(replicates)};
}

void add(ClassWaits& waits, std::size_t replicate, QueueSums const& sums) {
    waits.wait.add(replicate, sums.wait_s, sums.jobs);
    waits.slowdown.add(replicate, sums.slowdown, sums.jobs);
}

/// The time of a run that lies within the span.
double overlap(PastJob const& run, ObservedSpan const& span, Instant now) {
    Instant const from = std::max(run.start, span.from);
    Instant const to = std::min(run.ended() ? run.end : now, span.to);
    return from < to ? static_cast<double>((to - from).count) : 0.0;
}

}  // namespace

WholeQueueSample observe_whole_queue(QueueModel& queue,
                                     ObservedSpan const& span,
                                     double units,
                                     std::function<bool()> const& interrupted) {
    queue.run_until(span.last_arrival);
    Instant const end = longest_drain.after(span.last_arrival);
    while ((queue.waiting() > 0 || queue.busy_units() > 0) && queue.now() < end) {
        if (interrupted && interrupted()) return {};
        queue.run_until(queue.now() + one_hour);
    }
    WholeQueueSample sample;
    sample.offered = units * static_cast<double>((span.to - span.from).count);
    sample.unstarted = static_cast<std::int64_t>(queue.waiting());
    std::set<std::int64_t> seen;
    Past const runs = queue.recorded_runs();
    for (PastJob const& run : runs.jobs) {
        sample.busy += static_cast<double>(run.size()) * overlap(run, span, queue.now());
        // A requeued job waits for its first run only.
        bool const counts = run.submit >= span.from && run.submit < span.to;
        if (!counts || !seen.insert(run.id).second) continue;
        QueueSums& sums = sample.classes.at(size_class_of(run.size()));
        sums.jobs += 1.0;
        sums.wait_s += static_cast<double>(run.wait().count);
        sums.slowdown +=
            bounded_slowdown(run.wait(), (run.ended() ? run.end : queue.now()) - run.start);
    }
    return sample;
}

WholeQueue whole_queue_of(std::vector<WholeQueueSample> const& replicates, bool counts_nodes) {
    std::size_t const n = replicates.size();
    WholeQueue whole{waits_over(n), {}, BlockedQuotient(n), 0.0, 0, counts_nodes};
    whole.classes.resize(size_class_starts.size(), waits_over(n));
    for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t c = 0; c < whole.classes.size(); ++c) {
            QueueSums const& sums = replicates[r].classes.at(c);
            add(whole.classes[c], r, sums);
            add(whole.all, r, sums);
            whole.jobs += sums.jobs / static_cast<double>(n);
        }
        whole.utilisation.add(r, replicates[r].busy, replicates[r].offered);
        whole.unstarted += replicates[r].unstarted;
    }
    return whole;
}

}  // namespace clustersim
