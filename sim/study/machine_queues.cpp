// SPDX-License-Identifier: Apache-2.0
#include "sim/study/machine_queues.hpp"

#include <algorithm>

namespace clustersim {

std::vector<MachineQueue> machine_queues(std::vector<ResolvedRun> const& runs,
                                         RunOptions const& options) {
    std::vector<MachineQueue> queues;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        bool const known = std::ranges::any_of(queues, [&](MachineQueue const& queue) {
            return runs[queue.run].place.system == runs[r].place.system;
        });
        if (!known && runs[r].mix != nullptr) queues.push_back({r, {}});
    }
    bool const all = run_tasks(options, queues.size(), {}, [&](std::size_t q) {
        queues[q].timeline =
            queue_timeline(queue_setup(runs[queues[q].run]), 0, options.interrupted);
    });
    if (!all || (options.interrupted && options.interrupted())) queues.clear();
    return queues;
}

}  // namespace clustersim
