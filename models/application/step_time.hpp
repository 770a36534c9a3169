// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/layer_time.hpp"
#include "models/application/memory.hpp"
#include "models/application/platform.hpp"
#include "models/collective/collective.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// One optimizer step and its parts, which add up to `total`: of the mean device, where stages are uneven.
struct StepTime {
    Duration total{};
    Duration compute{};     ///< forward, backward and recomputation of a device's own micro-batches
    Duration recompute{};   ///< of `compute`, what is done a second time
    Duration tp_comm{};     ///< tensor-parallel collectives
    Duration cp_comm{};     ///< keys and values that attention waits for
    Duration ep_comm{};     ///< tokens on their way to experts and back
    Duration pp_comm{};     ///< messages between pipeline stages
    Duration bubble{};      ///< waiting for the pipeline to fill and drain
    Duration dp_exposed{};  ///< gradient and parameter traffic that the backward pass does not hide
    Duration optimizer{};
    Duration overhead{};   ///< host work per step
    Duration load{};       ///< waiting for samples; see step_waits.hpp
    Duration idle{};       ///< waiting for the slowest stage, slower devices, others on the links
    Flop model_flop{};     ///< of the whole step, all devices
    Flop hardware_flop{};  ///< with recomputation
    FlopRate per_gpu{};    ///< model_flop over devices and total: what frameworks print
    double mfu = 0.0;      ///< per_gpu over the data-sheet peak of the precision
    double hfu = 0.0;
    double samples_per_second = 0.0;
    double tokens_per_second = 0.0;  ///< 0 for images
    MemoryUse memory;
    Duration low{};   ///< `total` if every uncertain constant were at its good end
    Duration high{};  ///< and at its bad end

    Duration
        busy{};  ///< of `compute` and `optimizer`: kernels run; the rest of them waits for the host
    /// Share of the step in which a device executes its own kernels.
    [[nodiscard]] double utilisation() const { return busy / total; }
};

/// A machine prepared for one precision, so that thousands of plans need no look-up.
struct StepContext {
    Roofline roofline;  ///< of the plan's precision
    Roofline rest;      ///< of what FP8 training leaves in 16 bits
    Network network;
    Framework framework;
    int devices_per_node = 1;
};

/// Says everything that is wrong with a plan: heads that do not divide, tensor parallelism wider than
/// the node, stages that do not divide the layers, a precision the device lacks.
Result<StepContext> prepare_step(Application const& application,
                                 Platform const& platform,
                                 Plan const& plan,
                                 Spread spread = Spread::compact);

/// Total once prepare_step has accepted the plan; allocates nothing.
StepTime step_time(Transformer const& model, Plan const& plan, StepContext const& context);
StepTime step_time(Cnn const& model, Plan const& plan, StepContext const& context);

/// prepare_step, check_memory and step_time of whichever model the application has, on the nodes that
/// the plan's devices fill.
Result<StepTime> step_time(Application const& application,
                           Platform const& platform,
                           Plan const& plan,
                           Spread spread = Spread::compact);

/// The whole nodes that a plan's devices fill.
int nodes_of(Plan const& plan, NodeType const& type);

}  // namespace clustersim
