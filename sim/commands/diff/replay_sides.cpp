// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/replay_sides.hpp"

#include "sim/slurm/replay/past_of_replay.hpp"
#include "sim/slurm/site/site_totals.hpp"
#include "sim/study/parallel.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <ranges>
#include <utility>

namespace clustersim {
namespace {

std::map<std::int64_t, std::string> users_by_job(SlurmReplayInput const& input) {
    std::map<std::int64_t, std::string> users;
    for (slurm::ImportedJob const& job : input.jobs.jobs)
        users.emplace(job.request.number, job.request.user);
    return users;
}

DiffSide recorded_side(std::string const& name, Past const& past) {
    DiffSide side;
    side.name = name;
    DiffSample& sample = side.samples.emplace_back();
    sample.past = past;
    sample.pools.resize(past.jobs.size());
    auto const submit = [](PastJob const& job) { return job.submit; };
    auto const [first, last] = std::ranges::minmax(past.jobs | std::views::transform(submit));
    sample.from = first;
    sample.to = last + Seconds{1};
    return side;
}

/// What tables of outcomes do not say, from the first site and its trace.
void fill_in(std::vector<NamedReplay> const& replays, std::vector<DiffSide>& sides) {
    auto const simulated = std::ranges::find_if(replays, [](NamedReplay const& one) {
        return std::holds_alternative<SlurmReplayInput>(one.input);
    });
    if (simulated == replays.end()) return;
    DiffSide const& known = sides[static_cast<std::size_t>(simulated - replays.begin())];
    auto const users = users_by_job(std::get<SlurmReplayInput>(simulated->input));
    for (std::size_t s = 0; s < sides.size(); ++s) {
        if (!std::holds_alternative<Past>(replays[s].input)) continue;
        sides[s].nodes = known.nodes;
        sides[s].cpus = known.cpus;
        sides[s].pool_cpus = known.pool_cpus;
        sides[s].pools = known.pools;
        DiffSample& sample = sides[s].samples.front();
        Past& past = sample.past;
        for (std::size_t j = 0; j < past.jobs.size(); ++j) {
            PastJob& job = past.jobs[j];
            sample.pools[j] = known.pools->of_job(past.queue_of(job), job.gpus.value_or(0) > 0);
            auto const user = users.find(job.id);
            if (past.user_of(job).empty() && user != users.end())
                job.user = past.users.number(user->second);
        }
    }
}

std::optional<DiffSide> replay_side(NamedReplay const& replay,
                                    std::function<bool()> const& interrupted) {
    if (auto const* past = std::get_if<Past>(&replay.input))
        return recorded_side(replay.name, *past);
    auto const& input = std::get<SlurmReplayInput>(replay.input);
    slurm::Site const& site = *input.site;
    slurm::ReplayOptions options;
    options.interrupted = interrupted;
    options.seed = replay.seed;
    auto replayed = slurm::replay_jobs(input.site, input.jobs.jobs, options);
    if (replayed.interrupted) return std::nullopt;
    DiffSide side{.name = replay.name,
                  .samples = {},
                  .nodes = static_cast<std::int64_t>(site.nodes.size()),
                  .cpus = slurm::cpus_of(site),
                  .nodes_fail = site.nodes_fail(),
                  .draw = {}};
    side.pools = std::make_shared<NodePools const>(site);
    std::vector<std::int32_t> nodes(site.nodes.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    side.pool_cpus = side.pools->cpus_of(nodes);
    DiffSample& sample = side.samples.emplace_back();
    sample.failures = std::move(replayed.failures);
    for (slurm::ReplayedJob const& job : replayed.jobs) {
        sample.past.jobs.push_back(past_job(job, site, sample.past));
        sample.pools.push_back(job.nodes.empty() ? 0 : side.pools->of_node(job.nodes.front()));
    }
    auto const& jobs = input.jobs.jobs;
    auto const submit = [](slurm::ImportedJob const& job) { return job.request.submit; };
    auto const [first, last] = std::ranges::minmax(jobs | std::views::transform(submit));
    sample.from = first;
    sample.to = last + Seconds{1};
    return side;
}

}  // namespace

std::optional<DiffSides> replay_sides(std::vector<NamedReplay> const& replays, Work const& work) {
    std::vector<std::optional<DiffSide>> sides(replays.size());
    bool const complete = run_parallel(replays.size(), work, [&](std::size_t side) {
        sides[side] = replay_side(replays[side], work.interrupted);
    });
    DiffSides out;
    for (std::optional<DiffSide>& side : sides) {
        if (!complete || !side) return std::nullopt;
        out.sides.push_back(std::move(*side));
    }
    fill_in(replays, out.sides);
    // A trace in Standard Workload Format loses jobs larger than the site, maybe the first or the last.
    Instant const from = out.sides.front().samples.front().from;
    Instant const to = out.sides.front().samples.front().to;
    for (DiffSide& side : out.sides) {
        side.samples.front().from = from;
        side.samples.front().to = to;
    }
    return out;
}

}  // namespace clustersim
