// SPDX-License-Identifier: Apache-2.0
#include "sim/study/policy_replay.hpp"

#include "sim/engine/simulation.hpp"

namespace clustersim {
namespace {

/// Runs to the end in slices, so that an interruption is noticed; false after one.
bool run_unless_interrupted(Simulation& simulation, std::function<bool()> const& interrupted) {
    constexpr int slice = 1 << 8;
    while (true) {
        for (int i = 0; i < slice; ++i)
            if (!simulation.step()) return true;
        if (interrupted && interrupted()) return false;
    }
}

}  // namespace

std::optional<PolicyReplayAnswer> replay_under_policy(PolicyReplay const& question,
                                                      SwfTrace const& trace) {
    Simulation simulation(
        {.nodes = question.processors, .units_per_node = 1}, *question.policy, trace.jobs);
    if (!run_unless_interrupted(simulation, question.interrupted)) return std::nullopt;
    PolicyReplayAnswer out;
    out.records = simulation.records();
    out.summary = {.trace = question.trace,
                   .policy = std::string(question.policy->name),
                   .processors = question.processors,
                   .metrics = metrics_of(out.records, question.processors)};
    return out;
}

}  // namespace clustersim
