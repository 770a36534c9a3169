// SPDX-License-Identifier: Apache-2.0
#include "sim/study/run_queue.hpp"

#include "sim/scenario/job_submission.hpp"
#include "sim/scenario/study_inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <tuple>

namespace clustersim {
namespace {

/// What determines the jobs of a queue, by value except for the contents of files. The key of a
/// setup under Slurm says the rest; a policy for teaching has no other settings.
auto queue_key(ResolvedRun const& run) {
    Scenario const& scenario = run.scenario;
    BackgroundSpec const& b = scenario.background;
    std::string_view const setup =
        run.slurm != nullptr ? std::string_view(run.slurm->key) : std::string_view();
    return std::tuple(setup,
                      std::string_view(scenario.system),
                      std::string_view(run.partition->name),
                      std::string_view(scenario.scheduler),
                      scenario.seed,
                      std::string_view(b.mix),
                      b.load,
                      b.warm_up ? fmt::format("{}", b.warm_up->count) : "auto",
                      b.window.count,
                      b.begins_empty);
}

/// How often it is simulated, and what is observed.
auto sampling_of(ResolvedRun const& run) {
    Scenario const& scenario = run.scenario;
    return std::tuple(scenario.replicates, scenario.precision, scenario.whole_queue);
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
    return sampling_of(a) == sampling_of(b) && queue_key(a) == queue_key(b);
}

std::string queue_identity(ResolvedRun const& run) {
    if (run.mix == nullptr) return {};
    std::string identity = fmt::format(
        "{}; {} {}", fmt::join(queue_key(run), "\n"), hash_of(*run.machine), hash_of(*run.mix));
    if (run.slurm != nullptr)
        for (PartitionBackground const& background : run.slurm->backgrounds)
            identity += " " + hash_of(*background.mix);
    return identity;
}

}  // namespace clustersim
