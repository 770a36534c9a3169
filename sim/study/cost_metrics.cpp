// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"
#include "sim/study/starts.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

using Maybe = std::optional<double>;

/// The cost of a job's whole work: for a job with checkpoints, of all submissions.
struct WholeCost {
    Bill const* bill = nullptr;
    EnergyUse const* energy = nullptr;
    double tasks = 1.0;  ///< that run in a replicate
};

/// The mean number of tasks that start. Only a task that starts costs anything.
double tasks_run(JobOutcome const& outcome) {
    if (outcome.tasks == 1 || outcome.samples.empty()) return outcome.tasks;
    auto const started = std::ranges::count_if(
        outcome.samples, [](QueueSample const& sample) { return sample.has_started(); });
    return static_cast<double>(started) / static_cast<double>(outcome.replicates());
}

/// Nothing for a job that starts in no replicate: it uses no resources and has no cost.
std::optional<WholeCost> whole_cost(JobOutcome const& outcome) {
    if (starts_of(outcome).never_started()) return std::nullopt;
    if (!outcome.campaign) return WholeCost{&outcome.bill, &outcome.energy, tasks_run(outcome)};
    if (!outcome.campaign_result) return std::nullopt;
    return WholeCost{
        &outcome.campaign_result->bill, &outcome.campaign_result->energy, tasks_run(outcome)};
}

template <auto Get>
Maybe of_bill(JobOutcome const& outcome) {
    auto const cost = whole_cost(outcome);
    return cost ? Maybe(cost->tasks * Get(*cost->bill)) : std::nullopt;
}

template <auto Get>
Maybe of_energy(JobOutcome const& outcome) {
    auto const cost = whole_cost(outcome);
    return cost && cost->energy->known() ? Maybe(cost->tasks * Get(*cost->energy)) : std::nullopt;
}

constexpr std::string_view charged_jobs = "jobs that start in a replicate";

constexpr std::array cost_table{
    Metric{.name = "gpu_hours",
           .title = "GPU-h",
           .unit = "GPU-h or GCD-h",
           .form = MetricForm::device_hours,
           .formula = "charged devices × time on the nodes, of all submissions and tasks; on an "
                      "exclusive partition all devices of the nodes",
           .applies = "jobs with GPUs that start in a replicate",
           .value =
               [](JobOutcome const& o) {
                   return o.gpus > 0 ? of_bill<[](Bill const& b) { return b.gpu_hours.value; }>(o)
                                     : std::nullopt;
               }},
    Metric{.name = "node_hours",
           .title = "node-h",
           .unit = "node-h",
           .form = MetricForm::number,
           .formula = "nodes × time on the nodes, of all submissions and tasks; a part of a shared "
                      "node counts as the largest of its shares of GPUs, cores and memory",
           .applies = charged_jobs,
           .value = of_bill<[](Bill const& b) { return b.node_hours.value; }>},
    Metric{.name = "billed",
           .title = "billed",
           .unit = "the site's",
           .form = MetricForm::charge,
           .formula = "charge of all submissions and tasks by the rule and in the unit of the site "
                      "(`systems show`)",
           .applies = charged_jobs,
           .value = of_bill<[](Bill const& b) { return b.billed; }>},
    Metric{.name = "energy_J",
           .title = "energy",
           .unit = "J",
           .form = MetricForm::energy,
           .formula = "power of the nodes × time on the nodes ÷ efficiency of the power supplies × "
                      "PUE, of all submissions and tasks",
           .applies = charged_jobs,
           .value = of_energy<[](EnergyUse const& e) { return e.facility.si(); }>},
    Metric{.name = "co2e_g",
           .title = "CO2e",
           .unit = "g",
           .form = MetricForm::mass,
           .formula =
               "energy × carbon intensity of the site's electricity, of all submissions and tasks",
           .applies = charged_jobs,
           .value = of_energy<[](EnergyUse const& e) { return e.co2e.value; }>},
};

}  // namespace

std::span<Metric const> cost_metrics() {
    return cost_table;
}

}  // namespace clustersim
