// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"

#include <array>

namespace clustersim {
namespace {

using Maybe = std::optional<double>;

/// A time of one step's samples; nothing if none are loaded.
template <auto Get>
Maybe of_load(JobOutcome const& outcome) {
    return outcome.input && outcome.input->load ? Maybe(Get(*outcome.input).si()) : std::nullopt;
}

constexpr std::array input_table{
    Metric{.name = "staging_s",
           .title = "staging",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "time to copy the dataset to the nodes",
           .applies = "jobs that stage a dataset",
           .dimension = Dimension::time,
           .value =
               [](JobOutcome const& o) {
                   return o.input && o.input->staging ? Maybe(o.input->staging->total.si())
                                                      : std::nullopt;
               }},
    Metric{.name = "load_s",
           .title = "loading, a step",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "time to open, read and decode the samples of one step",
           .applies = "training jobs with a dataset",
           .dimension = Dimension::time,
           .value = of_load<[](InputCosts const& c) { return c.load->total(); }>},
    Metric{.name = "load_exposed_s",
           .title = "waits for samples",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "part of the loading of a step that computation does not hide",
           .applies = "training jobs with a dataset",
           .dimension = Dimension::time,
           .value = of_load<[](InputCosts const& c) { return c.exposed; }>},
    Metric{.name = "straggling_s",
           .title = "waits for the slowest",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "expected time of a step in which devices wait for the slowest one",
           .applies = "training jobs with a dataset or `device-spread`",
           .dimension = Dimension::time,
           .value =
               [](JobOutcome const& o) {
                   return o.input && o.training ? Maybe(o.input->straggling.si()) : std::nullopt;
               }},
};

}  // namespace

std::span<Metric const> input_metrics() {
    return input_table;
}

}  // namespace clustersim
