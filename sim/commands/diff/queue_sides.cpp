// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/queue_sides.hpp"

#include "models/energy/energy.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/select/allocated_gpus.hpp"
#include "sim/study/parallel.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/settle_warm_ups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace clustersim {
namespace {

PastJob past_job(slurm::Job const& job, slurm::Site const& site, Past& past) {
    slurm::JobRequest const& request = job.spec->request;
    PastJob out;
    out.id = request.number;
    out.submit = request.submit;
    bool const ran = !job.pending() && job.start > Instant{};
    if (ran) out.start = job.start;
    if (ran && is_final(job.state)) out.end = job.end;
    out.nodes = static_cast<std::int32_t>(job.allocation.nodes.size());
    out.cpus = job.allocation.cpus;
    out.gpus = slurm::allocated_gpus(job.allocation, site);
    out.user = past.users.number(request.user);
    out.queue =
        past.queues.number(site.partitions[static_cast<std::size_t>(job.chosen().partition)].name);
    out.by_backfill = job.started_by == slurm::StartedBy::backfill;
    return out;
}

/// Keeps the jobs of a queue that end after an instant.
class QueueObserver final : public slurm::JobObserver {
  public:
    QueueObserver(slurm::Site const& site, NodePools const& pools, Instant after)
        : site_(&site), pools_(&pools), after_(after) {}

    void finished(slurm::Job const& job, Instant now) override {
        bool const never_ran = job.pending() || !(job.start > Instant{});
        if (now >= after_ && !never_ran) add(job);
    }

    void ended(slurm::Job const& job, slurm::JobState run_state, Instant now) override {
        failures_.ended(job, run_state, now);
    }
    void node_failed(std::int32_t node, Instant now) override { failures_.node_failed(node, now); }
    void node_returned(std::int32_t node, Instant now) override {
        failures_.node_returned(node, now);
    }
    slurm::FailureLog take_failures() { return std::move(failures_); }

    /// Gives the jobs that ended, and those that still wait or run.
    void give(slurm::ClusterState const& state, DiffSample& sample) {
        for (slurm::JobSlot const slot : state.jobs.table.in_order()) {
            slurm::Job const& job = state.jobs.at(slot);
            if (!is_final(job.state)) add(job);
        }
        std::ranges::sort(jobs_, {}, [](PooledJob const& one) {
            return std::tuple(one.job.submit, one.job.id, one.job.task);
        });
        for (PooledJob const& one : jobs_) {
            names_.jobs.push_back(one.job);
            sample.pools.push_back(one.pool);
        }
        sample.past = std::move(names_);
    }

  private:
    struct PooledJob {
        PastJob job;
        std::size_t pool = 0;
    };

    void add(slurm::Job const& job) {
        auto const& nodes = job.allocation.nodes;
        std::size_t const pool = nodes.empty() ? 0 : pools_->of_node(nodes.front().node);
        jobs_.push_back({past_job(job, *site_, names_), pool});
    }

    slurm::Site const* site_;
    NodePools const* pools_;
    Instant after_;
    std::vector<PooledJob> jobs_;
    Past names_;  ///< without its jobs until they are given
    slurm::FailureLog failures_;
};

DiffSample sample_queue_jobs(QueueSetup const& setup,
                             NodePools const& pools,
                             std::uint64_t replicate,
                             RunOptions const& options) {
    BackgroundSpec const& background = setup.background;
    DiffSample sample;
    sample.from = Instant{background.warm_up.value().count};
    sample.to = sample.from + background.window;
    SampledSlurm sampled = sample_slurm(setup, replicate);
    SlurmSimulation& simulation = sampled.simulation;
    QueueObserver observer(simulation.controller().site(), pools, sample.from);
    simulation.controller().observe(&observer);
    simulation.set_interrupted(options.work.interrupted);
    simulation.run_until(Instant{whole_span(background).count});
    observer.give(simulation.controller().state(), sample);
    sample.failures = observer.take_failures();
    simulation.controller().observe(nullptr);
    return sample;
}

/// The nodes of the partitions with background load, and their CPUs.
void count_nodes(ResolvedRun const& run, DiffSide& side) {
    slurm::Site const& site = *run.slurm->site;
    std::set<std::int32_t> nodes;
    for (PartitionBackground const& background : run.slurm->backgrounds) {
        auto const index = site.find_partition(background.place.partition);
        if (!index) continue;
        auto const& of = site.partitions[static_cast<std::size_t>(*index)].nodes;
        nodes.insert(of.begin(), of.end());
    }
    side.nodes = static_cast<std::int64_t>(nodes.size());
    std::vector<std::int32_t> const listed(nodes.begin(), nodes.end());
    side.pools = std::make_shared<NodePools const>(site);
    side.pool_cpus = side.pools->cpus_of(listed);
    side.cpus = std::accumulate(side.pool_cpus.begin(), side.pool_cpus.end(), std::int64_t{0});
}

/// The power of a node whose devices are at full load, and of one without a job.
std::optional<NodeDraw> draw_of(ResolvedRun const& run) {
    NodePower const power = node_power(run.system->system, *run.node_type);
    Watts const busy = node_draw(power, 1.0);
    if (busy.si() <= 0.0) return std::nullopt;
    return NodeDraw{busy * power.pue, node_draw(power, 0.0) * power.pue};
}

bool reacts(ResolvedRun const& run) {
    return run.scenario.background.backlog.has_value();
}

}  // namespace

Diagnostics not_comparable(std::vector<NamedQueue> const& queues) {
    Diagnostics problems;
    auto const refuse = [&](std::string message, std::string help) {
        problems.add(problem(Code::inconsistent, std::move(message), std::move(help)));
    };
    Scenario const& first = queues.front().run.scenario;
    for (NamedQueue const& queue : queues) {
        Scenario const& other = queue.run.scenario;
        if (queue.run.slurm == nullptr)
            refuse(fmt::format("{} has no Slurm", queue.name), "`scheduler: slurm`");
        else if (queue.run.slurm->backgrounds.empty())
            refuse(fmt::format("{} has no background load, so there are no jobs to compare",
                               queue.name),
                   "add `background: {mix: typical}`, or a mix of workloads/mixes");
        auto const sampling = [](Scenario const& s) {
            return std::tuple(s.seed, s.replicates, s.background.window);
        };
        if (sampling(other) != sampling(first))
            refuse(fmt::format("{} has another seed, window or number of replicates than {}",
                               queue.name,
                               queues.front().name),
                   "give --seed and --replicates, and the same `background.window` in both");
        if (reacts(queue.run) != reacts(queues.front().run))
            refuse(fmt::format("users react to the queue in only one of {} and {}",
                               queues.front().name,
                               queue.name),
                   "give both a `load`, or both a `backlog`");
    }
    return problems;
}

std::optional<DiffSides> queue_sides(std::vector<NamedQueue> queues, RunOptions const& options) {
    std::vector<ResolvedRun> runs;
    for (NamedQueue& queue : queues) runs.push_back(std::move(queue.run));
    settle_warm_ups(runs, options);
    if (options.work.is_interrupted()) return std::nullopt;
    Seconds longest{};
    for (ResolvedRun const& run : runs)
        longest = std::max(longest, run.scenario.background.warm_up.value());
    DiffSides out;
    out.same_jobs = !reacts(runs.front());
    std::vector<QueueSetup> setups;
    auto const replicates = static_cast<std::size_t>(runs.front().scenario.replicates);
    for (std::size_t s = 0; s < runs.size(); ++s) {
        setups.push_back(queue_setup(runs[s]));
        setups.back().background.warm_up = longest;
        DiffSide& side = out.sides.emplace_back();
        side.name = queues[s].name;
        side.samples.resize(replicates);
        count_nodes(runs[s], side);
        side.draw = draw_of(runs[s]);
        side.nodes_fail = runs[s].slurm->site->nodes_fail();
    }
    bool const complete =
        run_parallel(runs.size() * replicates, options.work, [&](std::size_t task) {
            std::size_t const side = task % runs.size();
            std::size_t const replicate = task / runs.size();
            out.sides[side].samples[replicate] =
                sample_queue_jobs(setups[side], *out.sides[side].pools, replicate, options);
        });
    if (!complete || options.work.is_interrupted()) return std::nullopt;
    return out;
}

}  // namespace clustersim
