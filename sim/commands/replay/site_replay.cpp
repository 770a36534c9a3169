// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/site_replay.hpp"

#include "sim/study/policy_changes.hpp"

#include <utility>

namespace clustersim {

Result<SiteReplayAnswer> replay_at_site(SiteReplayQuestion const& question, Work const& work) {
    auto policy = policy_of(question.changes, "--set");
    if (!policy) return failure(std::move(policy.error()));
    SlurmReplayQuestion asked = question.replay;
    asked.policy = std::move(*policy);
    auto input = read_slurm_replay(asked);
    if (!input) return failure(std::move(input.error()));
    slurm::ReplayOptions options;
    options.cycles =
        question.reference_cycles ? slurm::CycleMode::reference : slurm::CycleMode::fast;
    options.seed = question.seed;
    options.interrupted = work.interrupted;
    SiteReplayAnswer answer;
    answer.replayed = replay_under_slurm(*input, asked.trace.string(), options);
    answer.input = std::move(*input);
    return answer;
}

}  // namespace clustersim
