// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/merit.hpp"

#include "sim/study/metric_table.hpp"
#include "sim/study/starts.hpp"

namespace clustersim {
namespace {

/// The ends of an amount that grows with the run time.
Estimate<double> with_ends(double value, JobOutcome const& outcome) {
    if (outcome.campaign) {
        CampaignUncertainty const& of = outcome.campaign->uncertainty;
        return {value, value * of.work_low, value * of.work_high};
    }
    Estimate<Duration> const& time = outcome.runtime;
    if (time.value.si() <= 0.0) return {value, value, value};
    return {value, value * (time.low / time.value), value * (time.high / time.value)};
}

}  // namespace

bool Merit::as_good_as(Merit const& other) const {
    return cost.low <= other.cost.high && other.cost.low <= cost.high;
}

std::optional<Merit> merit_of(JobOutcome const& outcome) {
    if (!starts_of(outcome).always_started()) return std::nullopt;
    auto const cost = metric_named(outcome.gpus > 0 ? "gpu_hours" : "node_hours").value(outcome);
    if (!cost) return std::nullopt;
    double time = outcome.runtime.value.si();
    if (outcome.campaign_result && outcome.nodes > 0)
        time = outcome.campaign_result->bill.node_hours.value * 3600.0 / outcome.nodes;
    return Merit{with_ends(*cost, outcome), with_ends(time, outcome)};
}

}  // namespace clustersim
