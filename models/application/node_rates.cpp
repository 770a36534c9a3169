// SPDX-License-Identifier: Apache-2.0
//
// Ceilings of a whole node.
//
// Equation. Accelerators: devices x the roofline of one (roofline.hpp). CPUs: cores x clock x FLOP per cycle x
// 0.8, twice that in FP32; memory bandwidth x 0.8.
// Source. Williams, Waterman, Patterson, CACM 52(4), 2009. Shares of CPUs: HPL reaches 70 to 85 % of the
// nominal peak and STREAM 75 to 85 % of the memory bandwidth on servers with two EPYC or Xeon; 0.8 is an
// estimate for all of them.
// Domain. Nominal clocks, memory placed next to the cores that use it.
#include "models/application/node_rates.hpp"

#include "models/application/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

constexpr double achieved_cpu_share = 0.8;

Diagnostic lacks(GenericPlatform const& platform, std::string_view what) {
    return problem(
        Code::never_fits,
        fmt::format("the nodes {} of {} have no {}", platform.node.name, platform.system, what));
}

Result<NodeRates> cpu_rates(GenericPlatform const& platform, Precision precision) {
    NodeType const& node = platform.node;
    if (node.flop_per_cycle <= 0.0 || node.memory_bandwidth <= Bandwidth{})
        return failure(lacks(platform, "described CPUs"));
    if (precision != Precision::fp64 && precision != Precision::fp32)
        return failure(lacks(platform, fmt::format("CPU peak in {}", name_of(precision))));
    double const wide = precision == Precision::fp32 ? 2.0 : 1.0;
    return NodeRates{node.cpu_peak() * wide * achieved_cpu_share,
                     node.memory_bandwidth * achieved_cpu_share,
                     node.usable_memory.value_or(node.memory),
                     1};
}

}  // namespace

Result<GenericPlatform>
generic_platform(System const& system, Partition const& partition, std::optional<int> gpus) {
    NodeType const& type = system.node_type_of(partition);
    if (!type.described) {
        return failure(problem(Code::never_fits,
                               fmt::format("no file describes the nodes of partition \"{}\" of {}",
                                           partition.name,
                                           system.name)));
    }
    GenericPlatform platform{system.name, type, std::nullopt, system.fabric_of(type)};
    if (Accelerator const* accelerator = system.accelerator_of(type))
        platform.accelerator = *accelerator;
    if (gpus) {
        // A part of a node: the job sees only its own devices and their ports.
        auto const devices = static_cast<std::size_t>(*gpus);
        platform.node.gpus = *gpus;
        auto& ports = platform.node.nic.nic_of_gpu;
        ports.resize(std::min(ports.size(), devices));
    }
    return platform;
}

bool on_accelerators(GenericPlatform const& platform, Processors processors) {
    return processors != Processors::cpu && platform.accelerator && platform.node.gpus > 0;
}

Result<NodeRates> node_rates(GenericPlatform const& platform,
                             Processors processors,
                             Precision precision,
                             bool matrix_units) {
    if (!on_accelerators(platform, processors)) {
        if (processors == Processors::gpu) return failure(lacks(platform, "accelerators"));
        return cpu_rates(platform, precision);
    }
    auto const roofline = roofline_of(*platform.accelerator, precision);
    auto const vector = platform.accelerator->peak_of(precision, Unit::vector);
    if (!roofline || (matrix_units && !roofline->matrix_unit) || (!matrix_units && !vector)) {
        return failure(lacks(platform,
                             fmt::format("accelerators with {} units for {}",
                                         matrix_units ? "matrix" : "vector",
                                         name_of(precision))));
    }
    double const devices = platform.node.gpus;
    FlopRate const one =
        matrix_units ? roofline->matrix : *vector * platform.accelerator->achievable.vector;
    return NodeRates{one * devices,
                     roofline->memory * devices,
                     platform.accelerator->memory * devices,
                     platform.node.gpus};
}

}  // namespace clustersim
