// SPDX-License-Identifier: Apache-2.0
#include "sim/study/changes.hpp"

#include "sim/stats/blocked_quotient.hpp"
#include "sim/study/starts.hpp"
#include "sim/study/turnaround.hpp"
#include "sim/study/whole_queue.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

std::optional<BlockedQuotient> mean_of(std::vector<double> const& times) {
    BlockedQuotient out(times.size());
    for (std::size_t r = 0; r < times.size(); ++r) {
        if (!std::isfinite(times[r])) return std::nullopt;
        out.add(r, times[r]);
    }
    return out;
}

std::optional<PairedChange> change_of(std::optional<BlockedQuotient> const& first,
                                      std::optional<BlockedQuotient> const& other) {
    if (!first || !other || first->blocks() != other->blocks()) return std::nullopt;
    if (first->empty() || other->empty()) return std::nullopt;
    return PairedChange{other->value() - first->value(), half_width_of_difference(*first, *other)};
}

void compare(JobOutcome const& first, JobOutcome& other) {
    other.wait_change = change_of(mean_of(replicate_waits(first.samples, first.tasks)),
                                  mean_of(replicate_waits(other.samples, other.tasks)));
    other.turnaround_change = change_of(mean_of(last_ends(first)), mean_of(last_ends(other)));
    bool const other_queue =
        first.queue != nullptr && other.queue != nullptr && first.queue != other.queue;
    if (!other_queue) return;
    other.queue_wait_change = change_of(first.queue->all.wait, other.queue->all.wait);
    other.queue_slowdown_change = change_of(first.queue->all.slowdown, other.queue->all.slowdown);
}

}  // namespace

void add_changes(Study& study) {
    if (study.runs.empty()) return;
    RunAnswer const& first = study.runs.front();
    for (std::size_t r = 1; r < study.runs.size(); ++r) {
        for (JobOutcome& outcome : study.runs[r].outcomes) {
            auto const same = std::ranges::find(first.outcomes, outcome.job, &JobOutcome::job);
            if (same != first.outcomes.end()) compare(*same, outcome);
        }
    }
}

}  // namespace clustersim
