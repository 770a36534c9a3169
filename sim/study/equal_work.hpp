// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// Removes the value at a dotted path, if there is one.
void erase_value(ConfigNode& root, std::string_view path);

/// What is equal on all machines of a comparison, in addition to the work. Jobs on nodes without
/// accelerators have equal nodes.
enum class EqualSize {
    devices,      ///< the accelerators of a job
    nodes,        ///< its nodes
    chosen_nodes  ///< its nodes, and all variants do the work of the first: one of them is chosen
};

/// What one job does on the machine with which the others are compared.
struct SharedJob {
    std::string name;
    int devices = 0;                ///< in the whole job; 0 on nodes without accelerators
    std::optional<int> batch;       ///< samples of a step of a training job
    std::optional<double> samples;  ///< in all, of a training job whose length is given in steps
    bool own_micro_batch = false;   ///< the scenario states it
};

/// The work of one variant, which all machines of a comparison do.
struct SharedWork {
    std::string system;  ///< where the jobs do it with the scenario's own settings
    std::vector<SharedJob> jobs;
};

/// The work of a variant on the scenario's own machine, or on the first of `systems` that can do it if its own cannot.
/// Limits of the sites do not matter here. Nothing if no machine can.
std::optional<SharedWork>
shared_work(Variant const& variant, std::vector<std::string> const& systems, RunResolver& resolver);

/// The variant with the size of the shared work, and its label. `on_own` is set on the machine whose settings the scenario states.
Variant with_equal_size(Variant variant, SharedWork const& work, EqualSize size, bool on_own);

/// The variant with the batches of the shared work.
Variant with_equal_batch(Variant variant, SharedWork const& work);

/// The variant with the batches nearest to those of the shared work that the replicas of `run`, the variant with its own
/// batches, share evenly; its steps are scaled to the same number of samples.
Variant with_nearest_batch(Variant variant, SharedWork const& work, ResolvedRun const& run);

}  // namespace clustersim
