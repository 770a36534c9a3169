// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/policy_replay.hpp"

#include "sim/engine/simulation.hpp"

namespace clustersim {
std::optional<PolicyReplayAnswer>
replay_under_policy(PolicyReplay const& question, SwfTrace const& trace, Work const& work) {
    Simulation simulation(
        {.nodes = question.processors, .units_per_node = 1}, *question.policy, trace.jobs);
    if (!simulation.run(work.interrupted)) return std::nullopt;
    PolicyReplayAnswer out;
    out.records = simulation.records();
    out.summary = {.trace = question.trace,
                   .policy = std::string(question.policy->name),
                   .processors = question.processors,
                   .metrics = metrics_of(out.records, question.processors)};
    return out;
}

}  // namespace clustersim
