// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_store.hpp"

#include "sim/scenario/study_inputs.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace clustersim {

namespace {

/// What determines a queue under Slurm, or under a policy for teaching, but for the contents of files.
std::string key_of(ResolvedRun const& run) {
    if (run.slurm != nullptr) return run.slurm->key;
    Scenario const& scenario = run.scenario;
    return fmt::format("{} {} {} {} {} {}",
                       scenario.system,
                       run.partition->name,
                       scenario.scheduler,
                       scenario.seed,
                       scenario.background.mix,
                       scenario.background.load);
}

}  // namespace

std::string queue_identity(ResolvedRun const& run) {
    if (run.mix == nullptr) return {};
    BackgroundSpec const& background = run.scenario.background;
    ReadInputs read;
    read.systems.emplace("machine", run.machine);
    read.mixes.emplace("mix", run.mix);
    if (run.slurm != nullptr)
        for (std::size_t i = 0; i < run.slurm->backgrounds.size(); ++i)
            read.mixes.emplace(fmt::format("mix {}", i), run.slurm->backgrounds[i].mix);
    return fmt::format("{}; {} {} {}; {}",
                       key_of(run),
                       background.warm_up ? fmt::format("{}", background.warm_up->count) : "auto",
                       background.window.count,
                       background.begins_empty,
                       inputs_of(read).hash());
}

}  // namespace clustersim
