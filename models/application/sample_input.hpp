// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/machine/node_type.hpp"
#include "models/storage/data_loading.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// What it takes to bring one sample to the device that trains on it.
struct SampleInput {
    Bytes size{};
    double opens = 0.0;  ///< files opened
    Duration decode{};   ///< of one core
};

/// Of a sample of this set. `unpacked`: its archives were taken apart near the nodes.
SampleInput sample_input(Application const& application, TrainingSet const& set, bool unpacked);
/// Of the application's own set. A language model without one reads token numbers out of a few files that stay
/// open; nothing is known of images without one.
std::optional<SampleInput> sample_input(Application const& application, bool unpacked);

/// Cores of each device that load unless a job says otherwise: one drives it, the rest of its share load.
int loader_cores(NodeType const& type);

/// What each of `nodes` nodes reads for a step and decodes on `cores` cores.
StepInput step_input(SampleInput const& sample, Plan const& plan, int nodes, int cores);

}  // namespace clustersim
