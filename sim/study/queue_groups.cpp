// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_groups.hpp"

#include "sim/core/human.hpp"
#include "sim/study/horizons.hpp"
#include "sim/study/precision.hpp"
#include "sim/study/queue_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace clustersim {

bool was_simulated(ReplicateAnswer const& replicate) {
    return !replicate.samples.empty();
}

namespace {

ReplicateAnswer
answer_of(QueueGroup const& group, std::uint64_t replicate, RunOptions const& options) {
    if (group.identity.empty())
        return simulate_replicate(
            group.setup, replicate, group.submissions, options.work.interrupted);
    auto const simulate = [&]() -> std::optional<QueueAtSubmission> {
        auto at = queue_at_submission(group.setup, replicate, options.work.interrupted);
        if (at.queue == nullptr) return std::nullopt;
        // An interruption of this question must not interrupt the next one.
        at.queue->set_interrupted({});
        return at;
    };
    auto const at =
        options.queues->queues.get(fmt::format("{} #{}", group.identity, replicate), simulate);
    if (at == nullptr) return {};
    return try_submissions(
        group.setup, replicate, *at, group.submissions, options.work.interrupted);
}

/// Simulates the replicates of all groups that are not simulated yet on the workers; false if interrupted before the
/// end. `later` more will probably follow.
bool simulate_missing(std::vector<QueueGroup>& groups,
                      RunOptions const& options,
                      std::size_t later = 0) {
    std::vector<std::pair<std::size_t, std::size_t>> tasks;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t r = 0; r < groups[g].replicates.size(); ++r)
            if (!was_simulated(groups[g].replicates[r])) tasks.emplace_back(g, r);
    std::size_t all = later;
    for (QueueGroup const& group : groups) all += group.replicates.size();
    std::size_t const before = all - later - tasks.size();
    bool const all_taken = run_tasks(
        options,
        tasks.size(),
        options.work.part(before, all).progress,
        [&](std::size_t t) {
            auto const [g, r] = tasks[t];
            groups[g].replicates[r] = answer_of(groups[g], r, options);
        });
    return all_taken && std::ranges::all_of(groups, [](QueueGroup const& group) {
               return std::ranges::all_of(group.replicates, was_simulated);
           });
}

/// The replicates that the least certain median of a group needs; at least those that it has.
std::int64_t replicates_for(QueueGroup const& group, double precision) {
    auto needed = static_cast<std::int64_t>(group.replicates.size());
    for (std::size_t s = 0; s < group.submissions.size(); ++s) {
        for (std::size_t j = 0; j < group.submissions[s].size(); ++j) {
            std::vector<QueueSample> samples;
            for (ReplicateAnswer const& replicate : group.replicates)
                std::ranges::copy(replicate.samples[s][j], std::back_inserter(samples));
            auto const wait = median_wait(samples, group.submissions[s][j].prediction.tasks);
            if (wait && wait->precision() > precision)
                needed = std::max(needed, samples_for(*wait, group.replicates.size(), precision));
        }
    }
    return needed;
}

Diagnostics never_precise(QueueGroup const& group, double precision, std::int64_t needed) {
    Diagnostic d = problem(
        Code::out_of_range,
        fmt::format("{} replicates do not determine every median wait to {:.3g} %; that would take "
                    "about {}",
                    group.replicates.size(),
                    100.0 * precision,
                    needed),
        fmt::format("at most {} are simulated: ask for less precision", most_replicates));
    d.severity = Severity::warning;
    Diagnostics one;
    one.add(std::move(d));
    return one;
}

/// This many replicates in which nothing starts within the longest wait are the answer: each of the
/// others would take as long.
constexpr std::size_t enough_hopeless = 5;

/// True if no job of the group started in any replicate, and all were given up after the longest wait.
bool is_hopeless(QueueGroup const& group) {
    return std::ranges::all_of(
        group.replicates,
        [&](ReplicateAnswer const& replicate) {
            return was_simulated(replicate) &&
                   std::ranges::all_of(
                       replicate.samples,
                       [&](auto const& jobs) {
                           return std::ranges::all_of(
                               jobs,
                               [&](auto const& tasks) {
                                   return std::ranges::all_of(tasks, &QueueSample::given_up);
                               });
                       });
        });
}

Diagnostics stopped_early(std::size_t left_out) {
    Diagnostic d = problem(
        Code::never_fits,
        fmt::format("nothing started within {} in {} replicates, so {} more are not simulated",
                    human(longest_wait.span().duration()),
                    enough_hopeless,
                    left_out),
        "ask for fewer nodes or less time, or look at the priorities of the others");
    d.severity = Severity::warning;
    Diagnostics one;
    one.add(std::move(d));
    return one;
}

/// Simulates a few replicates of each group; if nothing starts in them, leaves out the group's
/// other replicates. False if interrupted.
bool simulate_first(std::vector<QueueGroup>& groups,
                    RunOptions const& options,
                    Diagnostics& warnings) {
    std::vector<std::size_t> asked;
    std::size_t later = 0;
    for (QueueGroup& group : groups) {
        asked.push_back(group.replicates.size());
        group.replicates.resize(std::min(group.replicates.size(), enough_hopeless));
        later += asked.back() - group.replicates.size();
    }
    bool const done = simulate_missing(groups, options, later);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        std::size_t const more = asked[g] - groups[g].replicates.size();
        if (more > 0 && done && is_hopeless(groups[g]))
            warnings.append_unsaid(stopped_early(more));
        else
            groups[g].replicates.resize(asked[g]);
    }
    return done;
}

}  // namespace

bool simulate_all(std::vector<QueueGroup>& groups,
                  std::vector<ResolvedRun> const& runs,
                  RunOptions const& options,
                  Diagnostics& warnings) {
    if (!simulate_first(groups, options, warnings)) return false;
    while (simulate_missing(groups, options)) {
        bool more = false;
        for (QueueGroup& group : groups) {
            auto const precision = runs[group.runs.front()].scenario.precision;
            if (!precision || is_hopeless(group)) continue;
            // Without eight samples a median has no interval.
            auto const has = static_cast<std::int64_t>(group.replicates.size());
            std::int64_t const needed = has < 8 ? 8 : replicates_for(group, *precision);
            if (needed > most_replicates) {
                warnings.append_unsaid(never_precise(group, *precision, needed));
            } else if (needed > has) {
                group.replicates.resize(static_cast<std::size_t>(needed));
                more = true;
            }
        }
        if (!more) return true;
    }
    return false;
}

}  // namespace clustersim
