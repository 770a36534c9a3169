// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/scaling_proof.hpp"

#include "sim/study/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// The times of one job on each count, as the models predict them.
void add_point(ResolvedRun const& run, ScalingTable& table) {
    JobPrediction const& job = run.jobs.front().prediction;
    if (!job.training && !job.generic) return;
    table.by_step = job.training.has_value();
    ProofPoint point;
    point.nodes = job.nodes;
    point.gpus = job.gpus;
    point.time = job.training ? job.training->step.total.si() : job.runtime.value.si();
    table.points.push_back(point);
}

/// The same job with a few steps: its step takes the same time, and it fits any time limit.
ConfigNode with_few_steps(ConfigNode job) {
    for (ConfigNode::Entry& entry : job.entries) {
        if (entry.key != "steps" && entry.key != "epochs" && entry.key != "tokens") continue;
        entry.key = "steps";
        entry.value.scalar = "10";
    }
    std::erase_if(job.entries,
                  [](ConfigNode::Entry const& entry) { return entry.key == "walltime"; });
    return job;
}

}  // namespace

std::vector<int> proof_counts(int wanted, int count) {
    std::vector<int> counts{wanted};
    for (int nodes = wanted; static_cast<int>(counts.size()) < count && nodes > 1;) {
        nodes = std::max(1, nodes / 2);
        counts.push_back(nodes);
    }
    // Few nodes have few halves: three nodes are measured on 1, 2 and 3.
    for (int nodes = wanted - 1; static_cast<int>(counts.size()) < count && nodes > 1; --nodes)
        if (std::ranges::find(counts, nodes) == counts.end()) counts.push_back(nodes);
    std::ranges::sort(counts);
    return counts;
}

void add_efficiencies(std::vector<ProofPoint>& points) {
    std::ranges::sort(points, {}, &ProofPoint::nodes);
    for (std::size_t i = 0; i < points.size(); ++i) {
        ProofPoint& point = points[i];
        point.speed_up = points.front().time / point.time;
        point.efficiency = point.speed_up * points.front().nodes / point.nodes;
        if (i == 0) continue;
        double const factor = static_cast<double>(point.nodes) / points[i - 1].nodes;
        double const gain = points[i - 1].time / point.time / factor;
        point.doubling = std::pow(gain, 1.0 / std::log2(factor));
    }
}

ScalingOf scaling_from(Project const& project, AccessBook const& book, Library const& library) {
    return [&project, &book, &library](
               Stage const& stage, std::string const& system, std::vector<int> const& counts) {
        ScalingTable table;
        table.stage = stage.name;
        Stage swept = stage;
        swept.nodes = counts;
        std::erase_if(
            swept.job.entries, [](ConfigNode::Entry const& entry) { return entry.key == "nodes"; });
        Project one = project;
        one.systems = {book.at(system).given};
        // A partition of the first machine is none of another's.
        if (one.systems.front() != project.systems.front())
            std::erase_if(
                one.scenario.entries,
                [](ConfigNode::Entry const& entry) { return entry.key == "partition"; });
        auto const resolve = [&] {
            return resolve_comparison(
                scenario_of(one, swept), one.systems, library, EqualSize::chosen_nodes);
        };
        auto resolved = resolve();
        bool const trains = resolved && !resolved->runs.empty() &&
                            resolved->runs.front().jobs.front().prediction.training;
        if (trains && !resolved->impossible.empty()) {
            // On few nodes the whole training may be too long for the partition.
            swept.job = with_few_steps(std::move(swept.job));
            resolved = resolve();
        }
        if (!resolved) {
            table.missed.push_back(impossible_reason(resolved.error()));
            return table;
        }
        for (ResolvedRun const& run : resolved->runs) add_point(run, table);
        for (ImpossibleRun const& run : resolved->impossible)
            table.missed.push_back(fmt::format("{}: {}", run.variant, run.reason));
        add_efficiencies(table.points);
        return table;
    };
}

}  // namespace clustersim
