// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/policy_replay.hpp"

#include "sim/core/nearest_name.hpp"
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

Answered<PolicyReplayAnswer> replay_trace(PolicyReplayQuestion const& question, Work const& work) {
    Answered<PolicyReplayAnswer> out;
    PolicyEntry const* const policy = find_policy(question.policy);
    if (policy == nullptr) {
        out.problems.add(problem(Code::unknown_name,
                                 "no policy is called \"" + question.policy + "\"",
                                 did_you_mean(question.policy, policy_names())));
        return out;
    }
    auto trace = read_swf(question.trace, question.swf);
    if (out.value_of(trace) == nullptr) return out;
    out.notes = trace->odd_rows;
    out.answer = replay_under_policy(
        {.trace = question.trace.string(), .processors = question.swf.processors, .policy = policy},
        *trace,
        work);
    return out;
}

}  // namespace clustersim
