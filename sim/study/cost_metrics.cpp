// SPDX-License-Identifier: Apache-2.0
#include "models/energy/embodied.hpp"
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

/// Joules of one token that a run trains on; of a run that its walltime ends before the last step, nothing.
Maybe per_token(JobOutcome const& outcome) {
    auto const cost = whole_cost(outcome);
    if (!cost || !cost->energy->known() || !outcome.training || outcome.times_out)
        return std::nullopt;
    TrainingPrediction const& training = *outcome.training;
    double const tokens =
        training.steps * training.step.total.si() * training.step.tokens_per_second;
    return tokens > 0.0 ? Maybe(cost->energy->facility.si() / tokens) : std::nullopt;
}

/// Of a job in one submission, if the scenario asks for hours of start.
template <auto Get>
Maybe of_hours(JobOutcome const& outcome) {
    if (!outcome.hours || outcome.campaign || !whole_cost(outcome)) return std::nullopt;
    return Get(start_hours(*outcome.hours, outcome.runtime.value));
}

constexpr std::string_view asked_hours = "jobs in one submission, with `energy: {grid: hourly}`";
constexpr std::string_view trains_on_tokens =
    "training jobs of language models that reach their last step and start in a replicate";
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
    Metric{.name = "embodied_co2e_g",
           .title = "embodied CO2e (range)",
           .unit = "g",
           .form = MetricForm::mass,
           .formula = "emissions of making the nodes × time that the job holds them ÷ time that "
                      "they serve; not part of co2e_g; a rough estimate",
           .applies = charged_jobs,
           .value = of_energy<[](EnergyUse const& e) { return embodied_carbon(e).value.value; }>,
           .low = "embodied_co2e_low_g",
           .high = "embodied_co2e_high_g"},
    Metric{.name = "embodied_co2e_low_g",
           .title = "embodied CO2e, low",
           .unit = "g",
           .form = MetricForm::mass,
           .formula = "embodied_co2e_g with the lowest published values",
           .applies = charged_jobs,
           .value = of_energy<[](EnergyUse const& e) { return embodied_carbon(e).low.value; }>},
    Metric{.name = "embodied_co2e_high_g",
           .title = "embodied CO2e, high",
           .unit = "g",
           .form = MetricForm::mass,
           .formula = "embodied_co2e_g with the highest published values",
           .applies = charged_jobs,
           .value = of_energy<[](EnergyUse const& e) { return embodied_carbon(e).high.value; }>},
    Metric{.name = "energy_per_token_J",
           .title = "J/token",
           .unit = "J",
           .form = MetricForm::number,
           .formula = "energy_J of one task ÷ tokens that it trains on",
           .applies = trains_on_tokens,
           .value = per_token},
    Metric{.name = "tokens_per_kwh",
           .title = "tokens/kWh",
           .unit = "1/kWh",
           .form = MetricForm::number,
           .formula = "3.6e6 ÷ energy_per_token_J",
           .applies = trains_on_tokens,
           .value =
               [](JobOutcome const& o) {
                   auto const joules = per_token(o);
                   return joules ? Maybe(joules_per_kwh / *joules) : std::nullopt;
               }},
    Metric{.name = "night_saving",
           .title = "saved at night (range)",
           .form = MetricForm::percent,
           .formula = "1 − CO2e of a start from 22:00 to 6:00 local time ÷ that of a start from "
                      "8:00 to 18:00; negative: the night costs more",
           .applies = asked_hours,
           .value = of_hours<[](StartHours const& h) { return h.saving(); }>,
           .low = "night_saving_low",
           .high = "night_saving_high"},
    Metric{.name = "night_saving_low",
           .title = "saved at night, low",
           .form = MetricForm::percent,
           .formula = "night_saving less two standard errors of the sampled days",
           .applies = asked_hours,
           .value = of_hours<[](StartHours const& h) { return h.saving() - h.saving_error(); }>},
    Metric{.name = "night_saving_high",
           .title = "saved at night, high",
           .form = MetricForm::percent,
           .formula = "night_saving and two standard errors of the sampled days",
           .applies = asked_hours,
           .value = of_hours<[](StartHours const& h) { return h.saving() + h.saving_error(); }>},
};

}  // namespace

std::span<Metric const> cost_metrics() {
    return cost_table;
}

}  // namespace clustersim
