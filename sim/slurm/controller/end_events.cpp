// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/end_events.hpp"

#include <algorithm>
#include <functional>

namespace clustersim::slurm {

namespace {

Seconds run_time(Job const& job) {
    if (job.placed_run != nullptr) return job.placed_run->run_time;
    auto const& times = job.spec->request.run_times;
    if (times.empty()) return {};
    auto const task = static_cast<std::size_t>(job.task.value_or(0));
    return times[task % times.size()];
}

}  // namespace

Moment end_of_run(Job const& job) {
    return job.suspension.end ? *job.suspension.end
                              : job.start_moment + milliseconds(run_time(job));
}

void EndEvents::add(EndEvent event) {
    event.order = added_++;
    events_.push_back(event);
    std::push_heap(events_.begin(), events_.end(), std::greater<>{});
}

EndEvent EndEvents::take_next() {
    std::pop_heap(events_.begin(), events_.end(), std::greater<>{});
    auto const event = events_.back();
    events_.pop_back();
    return event;
}

}  // namespace clustersim::slurm
