// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/end_events.hpp"

#include <algorithm>
#include <functional>

namespace clustersim::slurm {

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
