// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/memory.hpp"
#include "models/application/platform.hpp"
#include "models/application/step_context.hpp"
#include "models/application/step_parts.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace clustersim {

/// One optimizer step and its parts, which add up to `total`: those of `step_breakdown`. If stages are uneven, they are
/// those of the mean device.
struct StepTime {
    Duration total{};
    Duration compute{};     ///< kernels of the forward and backward passes, with recomputation
    Duration recompute{};   ///< part of `compute` that is done a second time
    Duration tp_comm{};     ///< tensor-parallel collectives
    Duration cp_comm{};     ///< keys and values for which attention waits
    Duration ep_comm{};     ///< sending tokens to experts and back
    Duration pp_comm{};     ///< messages between pipeline stages
    Duration bubble{};      ///< waiting for the pipeline to fill and drain
    Duration dp_exposed{};  ///< gradient and parameter traffic that is not hidden
    Duration optimizer{};
    Duration host{};      ///< kernels wait because the host issues them too slowly
    Duration overhead{};  ///< host work per step
    Duration load{};      ///< waiting for samples; see step_waits.hpp
    Duration idle{};  ///< waiting for the slowest stage, slower devices or other jobs on the links
    Flop model_flop{};     ///< of the whole step, all devices
    Flop hardware_flop{};  ///< with recomputation
    FlopRate per_gpu{};    ///< model_flop over devices and total, as frameworks print it
    double mfu = 0.0;      ///< per_gpu over the data-sheet peak of the precision
    double hfu = 0.0;
    double samples_per_second = 0.0;
    double tokens_per_second = 0.0;  ///< 0 for images
    MemoryUse memory;
    Duration low{};   ///< `total` with every uncertain constant at its good end
    Duration high{};  ///< `total` with each at its bad end

    Duration work{};  ///< part of `busy()` without the starts of kernels
    /// A device executes its own kernels.
    [[nodiscard]] Duration busy() const { return compute + optimizer; }
    /// Share of the step in which it does.
    [[nodiscard]] double utilisation() const { return busy() / total; }
    /// All that a device waits for its host.
    [[nodiscard]] Duration host_time() const { return host + overhead; }
    /// Mean power of a device over the step, on a scale from 0 (without kernels) to 1 (large
    /// kernels).
    [[nodiscard]] double power_load() const;
};

/// A part of StepTime::total and its names. A new part is a member of StepTime and a row of `step_breakdown`: sums, pilot
/// runs, tables, charts and results follow.
struct StepPart {
    /// What a part waits for. Ranges take the parts of a kind together; pilot runs correct traffic by one factor and all
    /// else by another.
    enum class Kind { device, network, samples };

    Duration StepTime::*time;
    Kind kind;
    std::string_view column;  ///< in the tables of `step`; empty: shown with the part before it
    std::string_view label;   ///< in charts; empty with `column`
    std::string_view stored;  ///< in results; empty: not stored
    bool always = false;      ///< has its column even if it is zero
};
inline constexpr std::array step_breakdown{
    StepPart{&StepTime::compute, StepPart::Kind::device, "compute", "compute", "compute"},
    StepPart{&StepTime::tp_comm,
             StepPart::Kind::network,
             "tensor",
             "tensor-parallel traffic",
             "tensor_parallel"},
    StepPart{&StepTime::cp_comm,
             StepPart::Kind::network,
             "context",
             "context-parallel traffic",
             "context_parallel"},
    StepPart{&StepTime::ep_comm,
             StepPart::Kind::network,
             "experts",
             "expert-parallel traffic",
             "expert_parallel"},
    StepPart{&StepTime::pp_comm,
             StepPart::Kind::network,
             "stages",
             "pipeline traffic",
             "pipeline_parallel"},
    StepPart{&StepTime::bubble, StepPart::Kind::device, "bubble", "pipeline bubble", "bubble"},
    StepPart{&StepTime::dp_exposed,
             StepPart::Kind::network,
             "replicas",
             "data-parallel traffic, not hidden",
             "data_parallel_exposed"},
    StepPart{&StepTime::optimizer, StepPart::Kind::device, "optimizer", "optimizer", "optimizer"},
    StepPart{&StepTime::host, StepPart::Kind::device, "host", "waiting for the host", "host"},
    StepPart{&StepTime::overhead, StepPart::Kind::device, "", "", "overhead"},
    StepPart{&StepTime::load, StepPart::Kind::samples, "load", "waiting for samples", "", true},
    StepPart{&StepTime::idle, StepPart::Kind::device, "idle", "idle", "idle", true}};

/// The sum of the parts that are shown together.
struct StepColumn {
    StepPart const* part = nullptr;  ///< the first of them, which has the names
    Duration time{};
};
using StepColumns =
    std::array<StepColumn, std::ranges::count_if(step_breakdown, [](StepPart const& part) {
                   return !part.column.empty();
               })>;
/// In the order of `step_breakdown`.
StepColumns columns_of(StepTime const& step);

/// The sum of the columns of a kind.
Duration sum_of(StepTime const& step, StepPart::Kind kind);

/// The step time of a plan that prepare_step has accepted; allocates nothing.
StepTime step_time(Transformer const& model, Plan const& plan, StepContext const& context);
StepTime step_time(Cnn const& model, Plan const& plan, StepContext const& context);

/// step_time from parts already computed, without its memory.
StepTime step_time(Transformer const& model,
                   Plan const& plan,
                   StepContext const& context,
                   StepParts const& parts,
                   StageParts const& stage);

/// prepare_step, check_memory and step_time for either kind of model, on the nodes that the plan's
/// devices fill.
Result<StepTime> step_time(Application const& application,
                           Platform const& platform,
                           Plan const& plan,
                           Spread spread = Spread::compact);

/// How much a step may be off, because kernels reach other shares of the rates of the devices, and
/// messages of the links, than the framework's constants say. After pilot runs, `compute` is all
/// that is left.
struct FrameworkSpread {
    Duration compute{};
    Duration network{};
};
FrameworkSpread framework_spread(StepTime const& step, Framework const& framework);

/// The whole nodes that a plan's devices fill.
int nodes_of(Plan const& plan, NodeType const& type);

}  // namespace clustersim
