// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"

#include <array>

namespace clustersim {
namespace {

using Maybe = std::optional<double>;

/// A number of the predicted step; nothing if the job has none.
template <auto Get>
Maybe of_step(JobOutcome const& outcome) {
    return outcome.training ? Maybe(Get(outcome.training->step)) : std::nullopt;
}

/// A number of the step of any application.
template <auto OfTraining, auto OfGeneric>
Maybe of_any_step(JobOutcome const& outcome) {
    if (outcome.generic) return Maybe(OfGeneric(outcome.generic->step));
    return of_step<OfTraining>(outcome);
}

Maybe if_positive(double value) {
    return value > 0.0 ? Maybe(value) : std::nullopt;
}

constexpr std::string_view trained = "training jobs";
constexpr std::string_view predicted = "jobs with an `application`";

constexpr std::array training_table{
    duration_metric("step_time_s",
                    "step time",
                    "predicted time of one optimizer step, or of one step as the application "
                    "defines it",
                    predicted,
                    of_any_step<[](StepTime const& s) { return s.total.si(); },
                                [](GenericStep const& s) { return s.total.si(); }>),
    duration_metric("step_time_low_s",
                    "step time, low",
                    "lower end of the model's stated uncertainty",
                    predicted,
                    of_any_step<[](StepTime const& s) { return s.low.si(); },
                                [](GenericStep const& s) { return s.low.si(); }>),
    duration_metric("step_time_high_s",
                    "step time, high",
                    "upper end of the model's stated uncertainty",
                    predicted,
                    of_any_step<[](StepTime const& s) { return s.high.si(); },
                                [](GenericStep const& s) { return s.high.si(); }>),
    Metric{.name = "efficiency",
           .title = "efficiency",
           .form = MetricForm::percent,
           .formula = "samples/s per device ÷ the same on the fewest nodes of the sweep; for other "
                      "applications work of a step ÷ (step time × nodes)",
           .applies = "jobs with an `application` whose node count is swept",
           .value = [](JobOutcome const& o) { return o.efficiency; }},
    Metric{.name = "epoch_efficiency",
           .title = "per epoch",
           .form = MetricForm::percent,
           .formula =
               "(nodes × epoch time) on the fewest nodes of the sweep ÷ the same on these nodes",
           .applies = "training jobs with epochs whose node count is swept",
           .value = [](JobOutcome const& o) { return o.epoch_efficiency; }},
    Metric{.name = "flop_rate_per_gpu",
           .title = "TFLOP/s/GPU",
           .unit = "FLOP/s",
           .form = MetricForm::tera,
           .formula = "model FLOP of a step ÷ (step time × devices)",
           .applies = trained,
           .value = of_step<[](StepTime const& s) { return s.per_gpu.si(); }>},
    Metric{.name = "mfu",
           .title = "MFU",
           .form = MetricForm::percent,
           .formula = "FLOP/s per GPU ÷ its peak in the precision of training",
           .applies = trained,
           .value = of_step<[](StepTime const& s) { return s.mfu; }>},
    Metric{.name = "samples_per_second",
           .title = "samples/s",
           .unit = "1/s",
           .form = MetricForm::number,
           .formula = "global batch ÷ step time",
           .applies = trained,
           .value = of_step<[](StepTime const& s) { return s.samples_per_second; }>},
    Metric{.name = "tokens_per_second",
           .title = "tokens/s",
           .unit = "1/s",
           .form = MetricForm::number,
           .formula = "samples/s × sequence length",
           .applies = "training jobs of language models",
           .value =
               [](JobOutcome const& o) {
                   return o.training ? if_positive(o.training->step.tokens_per_second)
                                     : std::nullopt;
               }},
    Metric{.name = "global_batch",
           .title = "global batch",
           .form = MetricForm::count,
           .formula = "micro-batch × accumulation × data-parallel replicas",
           .applies = trained,
           .value =
               [](JobOutcome const& o) {
                   return o.training ? Maybe(o.training->plan.global_batch()) : std::nullopt;
               }},
    duration_metric("epoch_time_s",
                    "epoch time",
                    "steps of an epoch × step time, with its fixed costs",
                    "training jobs with epochs",
                    [](JobOutcome const& o) {
                        return o.training && o.training->epoch
                                   ? Maybe(o.training->epoch->total.si())
                                   : std::nullopt;
                    }),
    Metric{.name = "memory_per_gpu_B",
           .title = "memory per GPU",
           .unit = "B",
           .form = MetricForm::data,
           .formula = "weights, gradients, optimizer states, activations and buffers of one device",
           .applies = trained,
           .value = of_step<[](StepTime const& s) { return s.memory.total().si(); }>},
    Metric{.name = "memory_share",
           .title = "memory used",
           .form = MetricForm::percent,
           .formula = "memory per GPU ÷ memory of the device",
           .applies = trained,
           .value =
               [](JobOutcome const& o) {
                   return o.training ? if_positive(o.training->step.memory.share()) : std::nullopt;
               }},
    Metric{.name = "host_share",
           .title = "waits for the host",
           .form = MetricForm::percent,
           .formula = "time in which devices wait for the host ÷ step time",
           .applies = trained,
           .value = of_step<[](StepTime const& s) { return s.host_time() / s.total; }>},
};

}  // namespace

std::span<Metric const> training_metrics() {
    return training_table;
}

}  // namespace clustersim
