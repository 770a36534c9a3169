// SPDX-License-Identifier: Apache-2.0
#include "sim/study/run_queue.hpp"

#include "sim/scenario/job_submission.hpp"

#include <tuple>

namespace clustersim {
namespace {

auto queue_key(ResolvedRun const& run) {
    BackgroundSpec const& b = run.scenario.background;
    return std::tuple(run.system.get(),
                      run.partition,
                      run.scenario.scheduler,
                      run.slurm.get(),
                      run.mix.get(),
                      b.load,
                      b.backlog.value_or(Backlog{}),
                      b.warm_up,
                      b.window,
                      b.begins_empty,
                      run.scenario.seed,
                      run.scenario.replicates,
                      run.scenario.precision,
                      run.scenario.whole_queue);
}

}  // namespace

QueueSetup queue_setup(ResolvedRun const& run) {
    QueueSetup setup{.scheduler = {},
                     .background = run.scenario.background,
                     .seed = run.scenario.seed,
                     .whole_queue = run.scenario.whole_queue && run.mix != nullptr};
    if (run.slurm != nullptr) {
        setup.scheduler = run.slurm;
    } else {
        setup.scheduler = PolicySetup{.shape = pool_shape(*run.partition, *run.node_type),
                                      .policy = find_policy(run.scenario.scheduler),
                                      .mix = run.mix,
                                      .partition = partition_shape(*run.partition, *run.node_type)};
    }
    return setup;
}

bool same_queue(ResolvedRun const& a, ResolvedRun const& b) {
    return queue_key(a) == queue_key(b);
}

}  // namespace clustersim
