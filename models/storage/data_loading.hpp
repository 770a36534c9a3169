// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/storage/data_format.hpp"
#include "models/storage/store.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// Input of one node for one training step.
struct StepInput {
    double samples = 1.0;  ///< of one node
    Bytes sample_size{};
    double opens_per_sample = 0.0;  ///< 1 for loose files, near 0 for archives
    double reads_per_sample = 0.0;  ///< at random places; 0 for archives read in sequence
    double archives = 0.0;          ///< that are read at the same time; 0: loose files
    double stripes = 1.0;           ///< storage targets over which each archive is striped
    Duration decode{};              ///< of one sample on one core: decoding, cropping, tokenising
    int loader_cores = 1;           ///< cores of the node that load and decode
    std::optional<DataFormat> format{};  ///< replaces `reads_per_sample`; unset: not stated
    double miss = 1.0;                   ///< of a format: share of the reads that go to the store
    int mounts = 1;                      ///< of a format: times that the node mounts an image
};

/// Time to bring a step's samples to the devices, by its parts, which run at the same time.
struct LoadTime {
    Duration read{};
    Duration open{};
    Duration random{};  ///< reads at random places, by the rate of the store
    Duration decode{};
    Duration wait{};    ///< of the loading cores for answers; they cannot decode meanwhile
    Duration mount{};   ///< of mounted images, which answer one read at a time
    Duration queued{};  ///< of a format: all of these with the waits of the cores for each other
    [[nodiscard]] Duration total() const;
};

LoadTime load_time(StepInput const& input, Store const& store, int nodes, double store_share);

/// Time that devices wait for input if batches are prepared while they compute.
struct ExposedLoad {
    Duration per_step{};     ///< of every step
    Duration first_batch{};  ///< of the first step, whose loading nothing hides
};

ExposedLoad exposed_load(LoadTime const& load, Duration compute);

}  // namespace clustersim
