// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/machine/node_type.hpp"
#include "models/storage/data_loading.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// The input and work needed to bring one sample to the device that trains on it.
struct SampleInput {
    Bytes size{};
    double opens = 0.0;                  ///< files opened
    Duration decode{};                   ///< of one core
    double reads = 0.0;                  ///< at random places
    double archives = 0.0;               ///< of the whole set; 0: loose files
    double stripes = 1.0;                ///< storage targets of each archive
    std::optional<DataFormat> format{};  ///< unset: not stated
};

/// The input for a sample of this set. `unpacked`: its archives were unpacked near the nodes.
SampleInput sample_input(Application const& application, TrainingSet const& set, bool unpacked);
/// The input for a sample of the application's own set. A language model without one reads token
/// numbers from a few files that stay open; for images without one nothing is known.
std::optional<SampleInput> sample_input(Application const& application, bool unpacked);

/// Cores per device that load samples unless a job says otherwise: of a device's share of cores, one
/// drives the device and the others load.
int loader_cores(NodeType const& type);

/// Bytes that each of `nodes` nodes reads for a step, and samples that it decodes on `cores` cores.
StepInput step_input(SampleInput const& sample, Plan const& plan, int nodes, int cores);

}  // namespace clustersim
