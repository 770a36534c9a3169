// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_store.hpp"

#include "sim/scenario/study_inputs.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string queue_identity(ResolvedRun const& run) {
    if (run.slurm == nullptr || run.mix == nullptr || run.scenario.whole_queue) return {};
    BackgroundSpec const& background = run.scenario.background;
    Seconds const warm_up = background.warm_up.value_or(Seconds{});
    // The contents of the files that it is made from.
    ReadInputs read;
    read.systems.emplace("machine", run.machine);
    for (PartitionBackground const& one : run.slurm->backgrounds)
        read.mixes.emplace(one.partition, one.mix);
    return fmt::format("{}; {} {} {}; {}",
                       run.slurm->key,
                       warm_up.count,
                       background.window.count,
                       background.begins_empty,
                       inputs_of(read).hash());
}

}  // namespace clustersim
