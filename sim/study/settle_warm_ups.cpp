// SPDX-License-Identifier: Apache-2.0
#include "sim/study/settle_warm_ups.hpp"

#include "sim/scenario/set_background.hpp"
#include "sim/study/queue_store.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/settle_backlogs.hpp"
#include "sim/study/steady_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace clustersim {
namespace {

void settle(ResolvedRun& run, SteadyState const& state) {
    constexpr std::int64_t seconds_in_hour = 3600;
    ConfigNode value;
    value.kind = ConfigNode::Kind::scalar;
    std::int64_t const count = state.warm_up.count;
    value.scalar = count % seconds_in_hour == 0 ? fmt::format("{} h", count / seconds_in_hour)
                                                : fmt::format("{} s", count);
    if (ConfigNode const* stated = run.variant.document.find("background")) {
        value.source = stated->source;
        value.line = stated->line;
    }
    set_background(run, "warm-up", std::move(value));
    if (!state.reached) run.warnings.add(never_steady(state));
}

/// The search of the steady state, unless the store knows it.
SteadyState steady_state_of(ResolvedRun const& run, RunOptions const& options) {
    auto const find = [&] { return find_steady_state(queue_setup(run), options.work.interrupted); };
    std::string const identity = options.queues != nullptr ? queue_identity(run) : "";
    if (identity.empty()) return find();
    auto const known =
        options.queues->steady_states.get(identity, [&]() -> std::optional<SteadyState> {
            SteadyState const found = find();
            bool const whole = found.warm_up != Seconds{};
            return whole ? std::optional(found) : std::nullopt;
        });
    return known != nullptr ? *known : SteadyState{};
}

}  // namespace

void settle_warm_ups(std::vector<ResolvedRun>& runs, RunOptions const& options) {
    settle_backlogs(runs, options);
    std::vector<std::vector<ResolvedRun*>> groups;
    for (ResolvedRun& run : runs) {
        if (run.scenario.background.warm_up) continue;
        if (run.mix == nullptr) {
            settle(run, {});
            continue;
        }
        auto const same = std::ranges::find_if(
            groups, [&](auto const& group) { return same_queue(*group.front(), run); });
        (same != groups.end() ? *same : groups.emplace_back()).push_back(&run);
    }
    std::vector<SteadyState> found(groups.size());
    run_tasks(options, groups.size(), options.warming, [&](std::size_t g) {
        found[g] = steady_state_of(*groups[g].front(), options);
    });
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (ResolvedRun* run : groups[g]) settle(*run, found[g]);
}

}  // namespace clustersim
