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
    duration_metric("software_start_s",
                    "software",
                    "time until all nodes have read the program and its libraries",
                    "jobs with `software`",
                    [](JobOutcome const& o) {
                        return o.input && o.input->software ? Maybe(o.input->software->total().si())
                                                            : std::nullopt;
                    }),
    duration_metric("staging_s",
                    "staging",
                    "time to copy the dataset to the nodes",
                    "jobs that stage a dataset",
                    [](JobOutcome const& o) {
                        return o.input && o.input->staging ? Maybe(o.input->staging->total.si())
                                                           : std::nullopt;
                    }),
    duration_metric("load_s",
                    "loading, a step",
                    "time to open, read and decode the samples of one step, before the page "
                    "cache helps",
                    "training jobs with a dataset",
                    of_load<[](InputCosts const& c) { return c.load->total(); }>),
    duration_metric("load_exposed_s",
                    "waits for samples",
                    "part of the loading of a step that computation does not hide, in the mean",
                    "training jobs with a dataset",
                    of_load<[](InputCosts const& c) { return c.exposed; }>),
    duration_metric("straggling_s",
                    "waits for the slowest",
                    "expected time of a step in which devices wait for the slowest one",
                    "training jobs with a dataset or `device-spread`",
                    [](JobOutcome const& o) {
                        return o.input && o.training ? Maybe(o.input->straggling.si())
                                                     : std::nullopt;
                    }),
};

}  // namespace

std::span<Metric const> input_metrics() {
    return input_table;
}

}  // namespace clustersim
