// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/proof_check.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clustersim {
namespace {

bool needs_proof(ScalingProof const& rule, PlannedStage const& stage) {
    JobOutcome const& job = stage.choice->outcome();
    std::string const& partition = stage.choice->answer.place.partition;
    bool const there = rule.partitions.empty() ||
                       std::ranges::find(rule.partitions, partition) != rule.partitions.end();
    if (!there) return false;
    if (rule.above_nodes == 0 && rule.above_gpus == 0) return true;
    return (rule.above_nodes > 0 && job.nodes > rule.above_nodes) ||
           (rule.above_gpus > 0 && job.gpus > rule.above_gpus);
}

PlannedStage const* largest_to_prove(ScalingProof const& rule, PlannedProject const& one) {
    PlannedStage const* largest = nullptr;
    for (PlannedStage const& stage : one.stages)
        if (needs_proof(rule, stage) &&
            (largest == nullptr || stage.node_hours.value > largest->node_hours.value))
            largest = &stage;
    return largest;
}

/// "10, 20 and 40 nodes"
std::string counts_text(std::vector<ProofPoint> const& points) {
    std::string out;
    for (std::size_t i = 0; i < points.size(); ++i)
        out += fmt::format("{}{}",
                           i == 0                   ? ""
                           : i + 1 == points.size() ? " and "
                                                    : ", ",
                           points[i].nodes);
    return out + " nodes";
}

/// Node-hours of one run of ten minutes on each count.
double pilot_hours(std::vector<ProofPoint> const& points) {
    double nodes = 0.0;
    for (ProofPoint const& point : points) nodes += point.nodes;
    return nodes / 6.0;
}

/// What a pilot has to measure, and how far the run time may be from the prediction.
std::string to_measure(ScalingProof const& rule, std::vector<ProofPoint> const& points) {
    ProofPoint const& last = points.back();
    std::string out = fmt::format("; still to be measured: the wall time of the same input on {}",
                                  counts_text(points));
    if (rule.efficiency && last.efficiency >= *rule.efficiency)
        out += fmt::format(" (passes if that on {} nodes is at most {} longer than predicted)",
                           last.nodes,
                           human_percent(last.efficiency / *rule.efficiency - 1.0));
    out += fmt::format(", {} node-h in runs of 10 min", human_number(pilot_hours(points)));
    if (!rule.evidence.empty()) out += fmt::format("; {}", fmt::join(rule.evidence, "; "));
    return out;
}

/// The most nodes of the table that pass, below the wanted ones; 0: none.
int most_that_pass(ScalingProof const& rule, std::vector<ProofPoint> const& points) {
    int most = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        if (points[i].efficiency >= *rule.efficiency) most = points[i].nodes;
    return most;
}

std::string size_without_proof(ScalingProof const& rule) {
    if (rule.above_nodes > 0) return fmt::format("{} nodes", rule.above_nodes);
    return rule.above_gpus > 0 ? fmt::format("{} GPUs", rule.above_gpus) : std::string();
}

}  // namespace

void check_proof(ScalingProof const& rule,
                 PlannedProject const& one,
                 ScalingOf const& scaling,
                 RuleCheck& out) {
    PlannedStage const* stage = largest_to_prove(rule, one);
    if (stage == nullptr) {
        out.text = "no stage is so large";
        return;
    }
    int const wanted = stage->choice->nodes;
    out.verdict = RuleVerdict::open;
    std::vector<int> const counts = proof_counts(wanted, rule.node_counts);
    if (scaling) out.scaling = scaling(*stage->stage, one.system, counts);
    auto const& points = out.scaling ? out.scaling->points : std::vector<ProofPoint>();
    out.text = fmt::format("{} on {} nodes: ", stage->stage->name, wanted);
    if (points.empty()) {
        out.text += fmt::format("no model predicts its run time, so the table is to be measured on "
                                "{} nodes",
                                fmt::join(counts, ", "));
        return;
    }
    if (static_cast<int>(points.size()) < rule.node_counts || points.back().nodes != wanted) {
        out.text += fmt::format("only {} of {} node counts are possible{}",
                                points.size(),
                                rule.node_counts,
                                out.scaling->missed.empty()
                                    ? ""
                                    : fmt::format(" ({})", fmt::join(out.scaling->missed, "; ")));
        return;
    }
    double const efficiency = points.back().efficiency;
    out.text += fmt::format("predicted efficiency {} against {} nodes",
                            human_percent(efficiency),
                            points.front().nodes);
    if (!rule.efficiency) {
        out.text += ", and no least value is published" + to_measure(rule, points);
        return;
    }
    if (efficiency >= *rule.efficiency) {
        out.verdict = RuleVerdict::passes;
        out.text += to_measure(rule, points);
        return;
    }
    out.verdict = RuleVerdict::fails;
    int const most = most_that_pass(rule, points);
    std::string const free = size_without_proof(rule);
    if (most > 0) out.text += fmt::format("; {} nodes would pass", most);
    if (!free.empty()) out.text += fmt::format("; no proof is needed up to {}", free);
}

}  // namespace clustersim
