// SPDX-License-Identifier: Apache-2.0
//
// How a recipe keeps its host from slowing the devices down.
#pragma once

namespace clustersim {

/// Kernels that are recorded once and started together, as CUDA graphs: none, all but those on routed tokens, or whole steps.
/// Whole steps need buffers for the most tokens that an expert may get. `usual`: as the software's file has it.
enum class Graphs { usual, none, partial, full };

/// How tokens travel to their experts and back: each copy by an all-to-all, or once to each node by one kernel (DeepEP,
/// HybridEP).
enum class Dispatch { usual, alltoall, fused };

/// Whether the router is one kernel, or many that the host issues before it learns how many tokens each expert gets.
enum class ExpertRouter { usual, separate, fused };

struct HostSettings {
    Graphs graphs = Graphs::usual;
    Dispatch dispatch = Dispatch::usual;
    ExpertRouter router = ExpertRouter::usual;

    /// These, where they say something, else the others.
    [[nodiscard]] HostSettings over(HostSettings others) const {
        return {graphs != Graphs::usual ? graphs : others.graphs,
                dispatch != Dispatch::usual ? dispatch : others.dispatch,
                router != ExpertRouter::usual ? router : others.router};
    }
};

}  // namespace clustersim
