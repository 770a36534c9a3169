// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/generic_step.hpp"
#include "models/application/layer_time.hpp"
#include "models/application/platform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The kernels of one kind in a whole step.
struct Operator {
    std::string name;
    KernelTime work;

    /// FLOP per byte.
    [[nodiscard]] double intensity() const { return work.flop.si() / work.traffic.si(); }
    [[nodiscard]] FlopRate rate() const { return work.flop / work.time; }
    [[nodiscard]] Bandwidth bandwidth() const { return work.traffic / work.time; }
    /// Whether it has a place in a roofline: element-wise kernels of layers are timed by their traffic alone.
    [[nodiscard]] bool has_intensity() const {
        return work.flop > Flop{} && work.traffic > Bytes{} && work.time > Duration{};
    }
};

/// A rate that no kernel exceeds.
struct RateCeiling {
    std::string name;  ///< "matrix units, bf16"
    FlopRate rate{};
};

/// The operators of a step under the ceilings by which their times are predicted.
struct OperatorRoofline {
    std::string of;  ///< "a device", "a node"
    std::vector<RateCeiling> ceilings;
    Bandwidth memory{};
    std::vector<Operator> operators;  ///< on one of them, in the mean; in the order of their times
};

/// The forward and backward passes of a training step, with recomputation, without waiting times. Nothing if
/// prepare_step() does not accept the plan.
std::optional<OperatorRoofline>
operators_of(Application const& application, Platform const& platform, Plan const& plan);

/// The kernels of an application that is described by its work; nothing for others.
std::optional<OperatorRoofline>
operators_of(GenericApplication const& application, GenericPlatform const& platform, int nodes);

}  // namespace clustersim
