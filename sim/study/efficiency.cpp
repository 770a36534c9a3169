// SPDX-License-Identifier: Apache-2.0
#include "sim/study/efficiency.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace clustersim {
namespace {

bool sets(RunAnswer const& run, std::string const& key) {
    return std::ranges::any_of(
        run.settings, [&](auto const& setting) { return setting.first == key; });
}

/// The swept key that sizes a job: its nodes, else its accelerators.
std::string size_key(RunAnswer const& run, JobOutcome const& outcome) {
    std::string const of_job = "jobs." + outcome.job + ".";
    return of_job + (sets(run, of_job + "nodes") ? "nodes" : "gpus");
}

/// The settings of a variant except the job's size. Variants with the same key form one scaling curve.
std::string curve_key(RunAnswer const& run, JobOutcome const& outcome) {
    std::string key = outcome.job + "\n" + run.place.system + "\n" + run.place.partition;
    for (auto const& [name, value] : run.settings)
        if (name != size_key(run, outcome)) key.append("\n").append(name).append("=").append(value);
    return key;
}

bool on_a_curve(RunAnswer const& run, JobOutcome const& outcome) {
    return (outcome.training || outcome.generic) && sets(run, size_key(run, outcome));
}

/// In the unit of the swept key.
int size_of(RunAnswer const& run, JobOutcome const& outcome) {
    return size_key(run, outcome).ends_with("nodes") ? outcome.nodes : outcome.gpus;
}

/// Of a training per device, of other work per unit of its size; one curve has one kind of node.
double throughput_per_device(JobOutcome const& outcome, int size) {
    if (outcome.generic) {
        GenericStep const& step = outcome.generic->step;
        return step.work / (step.total.si() * size);
    }
    return outcome.training->step.samples_per_second / outcome.gpus;
}

}  // namespace

std::optional<CurvePoint> curve_point(RunAnswer const& run, JobOutcome const& outcome) {
    if (!on_a_curve(run, outcome)) return std::nullopt;
    int const size = size_of(run, outcome);
    CurvePoint point{
        curve_key(run, outcome), size, throughput_per_device(outcome, size), std::nullopt};
    if (outcome.training && outcome.training->epoch)
        point.epoch_node_time = (outcome.training->epoch->total * size).si();
    return point;
}

std::vector<ScalingEfficiency> efficiencies_of(std::span<CurvePoint const> points) {
    std::map<std::string, CurvePoint const*> fewest;
    for (CurvePoint const& point : points) {
        CurvePoint const*& base = fewest.try_emplace(point.curve, &point).first->second;
        if (point.nodes < base->nodes) base = &point;
    }
    std::vector<ScalingEfficiency> efficiencies;
    for (CurvePoint const& point : points) {
        CurvePoint const& base = *fewest.at(point.curve);
        ScalingEfficiency one{point.throughput / base.throughput, std::nullopt};
        if (point.epoch_node_time && base.epoch_node_time)
            one.epoch = *base.epoch_node_time / *point.epoch_node_time;
        efficiencies.push_back(one);
    }
    return efficiencies;
}

void add_efficiencies(std::vector<RunAnswer>& runs) {
    std::vector<CurvePoint> points;
    std::vector<JobOutcome*> outcomes;
    for (RunAnswer& run : runs) {
        for (JobOutcome& outcome : run.outcomes) {
            auto point = curve_point(run, outcome);
            if (!point) continue;
            points.push_back(std::move(*point));
            outcomes.push_back(&outcome);
        }
    }
    std::vector<ScalingEfficiency> const efficiencies = efficiencies_of(points);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        outcomes[i]->efficiency = efficiencies[i].step;
        if (efficiencies[i].epoch) outcomes[i]->epoch_efficiency = efficiencies[i].epoch;
    }
}

}  // namespace clustersim
