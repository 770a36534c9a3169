// SPDX-License-Identifier: Apache-2.0
#include "sim/study/machine_queues.hpp"

#include "sim/study/run_queue.hpp"
#include "sim/study/shown_replicate.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {

std::vector<MachineQueue> machine_queues(std::vector<ResolvedRun> const& runs,
                                         Study const& study,
                                         RunOptions const& options) {
    std::vector<MachineQueue> queues;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        bool const known = std::ranges::any_of(queues, [&](MachineQueue const& queue) {
            return runs[queue.run].place.system == runs[r].place.system;
        });
        if (!known && runs[r].mix != nullptr) queues.push_back({r, {}});
    }
    bool const all = run_tasks(options, queues.size(), {}, [&](std::size_t q) {
        ResolvedRun const& first = runs[queues[q].run];
        std::vector<RunAnswer const*> alike;
        for (std::size_t r = 0; r < runs.size(); ++r)
            if (same_queue(runs[r], first)) alike.push_back(&study.runs[r]);
        ShownReplicate shown = shown_replicate(alike);
        queues[q].timeline =
            queue_timeline(queue_setup(first), shown.number, options.work.interrupted);
        queues[q].timeline.shown = std::move(shown);
    });
    if (!all || options.work.is_interrupted()) queues.clear();
    return queues;
}

}  // namespace clustersim
