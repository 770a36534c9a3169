// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/application/platform.hpp"
#include "models/application/stages.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <array>
#include <string_view>

namespace clustersim {

/// Peak memory of the fullest device, by purpose.
struct MemoryUse {
    Bytes weights{};
    Bytes gradients{};
    Bytes optimizer{};
    Bytes activations{};
    Bytes
        logits{};  ///< while the loss is computed; 0 if one layer's work, which follows it, is larger
    Bytes
        working{};  ///< of one layer: gradients and recomputed activations (0 if the logits take more), gathered parameters
    Bytes buffers{};  ///< of collectives
    Bytes reserve{};  ///< context, libraries, fragmentation
    Bytes device{};   ///< memory of the device
    [[nodiscard]] Bytes total() const;
    /// The used share of the device's memory; 0 if the device is unknown.
    [[nodiscard]] double share() const { return device > Bytes{} ? total() / device : 0.0; }
};

/// A part of MemoryUse::total() and its names: a new part is a member and a row of `memory_breakdown`.
struct MemoryPart {
    Bytes MemoryUse::*bytes;
    std::string_view column;  ///< in the tables of `step`
    std::string_view label;   ///< in charts
};
inline constexpr std::array memory_breakdown{
    MemoryPart{&MemoryUse::weights, "weights", "weights"},
    MemoryPart{&MemoryUse::gradients, "gradients", "gradients"},
    MemoryPart{&MemoryUse::optimizer, "optimizer", "optimizer"},
    MemoryPart{&MemoryUse::activations, "activations", "activations"},
    MemoryPart{&MemoryUse::logits, "logits", "logits"},
    MemoryPart{&MemoryUse::working, "working", "working space of a layer"},
    MemoryPart{&MemoryUse::buffers, "buffers", "buffers of collectives"},
    MemoryPart{&MemoryUse::reserve, "reserve", "reserve"}};

inline Bytes MemoryUse::total() const {
    Bytes sum{};
    for (MemoryPart const& part : memory_breakdown) sum += this->*part.bytes;
    return sum;
}

/// Bytes of one weight, of its gradient and of its Adam states.
struct StateBytes {
    double weight = 0.0;
    double gradient = 0.0;
    double optimizer =
        0.0;  ///< two moments in FP32; with half-precision weights also the weight in FP32
};
StateBytes adam_states(Precision precision);

MemoryUse memory_use(Transformer const& model, Plan const& plan, Framework const& framework);
/// memory_use from weights already counted.
MemoryUse memory_use(Transformer const& model,
                     Plan const& plan,
                     Framework const& framework,
                     Held const& held);
MemoryUse memory_use(Cnn const& model, Plan const& plan, Framework const& framework);

/// CS0202 with the parts, and the changes that would make the model fit: recomputation, a smaller
/// micro-batch, the distributed optimizer or more model parallelism.
Result<MemoryUse>
check_memory(Application const& application, Plan const& plan, Platform const& platform);

}  // namespace clustersim
