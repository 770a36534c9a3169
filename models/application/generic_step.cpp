// SPDX-License-Identifier: Apache-2.0
//
// One step of an application that is described by its work, or by measured times.
//
// Equation. Roofline: t = max(FLOP / peak, bytes / bandwidth) + messages that are not hidden + fixed. Messages: halo
// exchanges (halo.cpp), all-to-all of all data and all-reduce (models/collective), with one process for each
// accelerator or for the CPUs of a node. Another machine than the measured one: t x the ratio of the nodes' memory
// bandwidths or peaks; the range has both ratios, with a quarter on each side.
// Source. Williams, Waterman, Patterson, CACM 52(4), 2009.
// Domain. Steps whose processes have equal work. The ratio of two machines is rough: caches, networks and compilers
// differ, too. Measured on CP2K (docs/validation.md, set generic).
#include "models/application/generic_step.hpp"

#include "models/application/halo.hpp"
#include "models/application/measured_time.hpp"
#include "models/collective/collective.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double unknown_ratio_spread = 0.25;

/// The network between the processes of an application.
Network process_network(GenericPlatform const& platform, NodeRates const& rates, int nodes) {
    NodeType node = platform.node;
    if (rates.processes == 1 && !platform.node.nic.nic_of_gpu.empty() && platform.node.gpus != 1) {
        // The CPUs of a node with accelerators use all its ports.
        node.nic.nic_of_gpu.clear();
    }
    if (rates.processes == 1) {
        // All processors and links of the node stand as one.
        node.link.wires.clear();
        node.gpus = 1;
    }
    return network_of(node, platform.fabric, nodes);
}

Duration messages_time(StepMessages const& messages,
                       ProblemScaling scaling,
                       int nodes,
                       NodeRates const& rates,
                       Network const& network) {
    // Under weak scaling sizes are those of one node.
    double const grown = scaling == ProblemScaling::weak ? nodes : 1.0;
    Group const all{nodes * rates.processes, rates.processes, 1};
    Duration once{};
    switch (messages.pattern) {
        case MessagePattern::halo:
            once = halo_time(
                messages.size * std::pow(grown, 2.0 / 3.0), nodes, rates.processes, network);
            break;
        case MessagePattern::all_to_all:
            once = all_to_all(
                messages.size * (grown / static_cast<double>(all.members)), all, network);
            break;
        case MessagePattern::all_reduce: once = all_reduce(messages.size, all, network); break;
    }
    return once * messages.count;
}

Diagnostic
too_little_memory(StepWork const& work, Bytes needed, NodeRates const& rates, int nodes) {
    Diagnostic d = problem(Code::out_of_memory,
                           fmt::format("it holds {} in memory, but {} node{} {} {}",
                                       human(needed),
                                       nodes,
                                       nodes == 1 ? "" : "s",
                                       nodes == 1 ? "has" : "have",
                                       human(rates.capacity * static_cast<double>(nodes))));
    if (work.scaling == ProblemScaling::strong)
        d.help = fmt::format("at least {:.0f} nodes", std::ceil(needed / rates.capacity));
    return d;
}

struct Ratios {
    double value = 1.0;
    double low = 1.0;
    double high = 1.0;
};

Result<Ratios> time_ratios(MeasuredOn const& on,
                           GenericPlatform const& measured_on,
                           GenericPlatform const& platform) {
    auto const there = node_rates(measured_on, Processors::any, on.precision, false);
    if (!there) return failure(there.error());
    auto const here = node_rates(platform, Processors::any, on.precision, false);
    if (!here) return failure(here.error());
    double const by_memory = there->memory / here->memory;
    double const by_flop = there->flop / here->flop;
    return Ratios{on.scales_with == ScalesWith::flop_rate ? by_flop : by_memory,
                  std::min(by_memory, by_flop) * (1.0 - unknown_ratio_spread),
                  std::max(by_memory, by_flop) * (1.0 + unknown_ratio_spread)};
}

bool same_nodes(GenericPlatform const& a, GenericPlatform const& b) {
    return a.system == b.system && a.node.name == b.node.name && a.node.gpus == b.node.gpus;
}

std::string words(GenericPlatform const& platform) {
    std::string nodes = fmt::format("nodes {} of {}", platform.node.name, platform.system);
    if (!platform.accelerator) return nodes;
    int const gpus = platform.node.gpus;
    return fmt::format("{} GPU{} of each of the {}", gpus, gpus == 1 ? "" : "s", nodes);
}

/// Changes a time that was measured on other nodes, or reports why this is impossible.
Result<GenericStep> moved(GenericStep step,
                          MeasuredOn const& on,
                          GenericPlatform const& measured_on,
                          GenericPlatform const& platform) {
    if (on.gpus && platform.node.gpus != *on.gpus) {
        return failure(
            problem(Code::never_fits,
                    fmt::format("it was measured on {} GPU{} of a node, and the job has {}",
                                *on.gpus,
                                *on.gpus == 1 ? "" : "s",
                                platform.node.gpus),
                    fmt::format("give `gpus: {}`", *on.gpus)));
    }
    if (same_nodes(measured_on, platform)) return step;
    bool const accelerated = platform.accelerator.has_value();
    if (measured_on.accelerator.has_value() != accelerated) {
        return failure(
            problem(Code::never_fits,
                    fmt::format("it was measured on {}, which {} accelerators; here the nodes {}",
                                words(measured_on),
                                accelerated ? "have no" : "have",
                                accelerated ? "have some" : "have none"),
                    "measure it on these nodes, or describe its work by a roofline"));
    }
    if (on.scales_with == ScalesWith::nothing) {
        return failure(problem(
            Code::never_fits,
            fmt::format("it was measured on {}, not on {}", words(measured_on), words(platform)),
            "measure it on these nodes, or give `scales_with` for a rough ratio"));
    }
    auto const ratios = time_ratios(on, measured_on, platform);
    if (!ratios) return failure(ratios.error());
    step.low = step.low * ratios->low;
    step.high = step.high * ratios->high;
    step.total = step.total * ratios->value;
    step.scaled = true;
    step.basis +=
        fmt::format(" ({}), times {:.3g}, the ratio of the {}",
                    words(measured_on),
                    ratios->value,
                    on.scales_with == ScalesWith::flop_rate ? "peaks" : "memory bandwidths");
    return step;
}

}  // namespace

Result<GenericStep>
roofline_step(StepWork const& work, GenericPlatform const& platform, int nodes) {
    auto const rates = node_rates(platform, work.processors, work.precision, work.matrix_units);
    if (!rates) return failure(rates.error());
    double const n = nodes;
    double const grown = work.scaling == ProblemScaling::weak ? n : 1.0;
    if (work.memory * grown > rates->capacity * n)
        return failure(too_little_memory(work, work.memory * grown, *rates, nodes));
    GenericStep step;
    step.work = grown;
    Duration const arithmetic = work.flop * (grown / n) / (rates->flop * work.compute_share);
    Duration const traffic = work.traffic * (grown / n) / (rates->memory * work.memory_share);
    step.kernels = std::max(arithmetic, traffic);
    Network const network = process_network(platform, *rates, nodes);
    Duration sent{};
    for (StepMessages const& messages : work.messages)
        sent += messages_time(messages, work.scaling, nodes, *rates, network);
    step.messages = sent - std::min(sent, step.kernels) * work.overlap;
    step.fixed = work.fixed;
    step.total = step.kernels + step.messages + step.fixed;
    step.low = step.kernels * (1.0 - work.spread) + step.messages * (1.0 - work.network_spread) +
               step.fixed * (1.0 - work.spread);
    step.high = step.kernels * (1.0 + work.spread) + step.messages * (1.0 + work.network_spread) +
                step.fixed * (1.0 + work.spread);
    step.utilisation = step.kernels / step.total;
    step.basis =
        fmt::format("roofline of {}: limited by the {}",
                    on_accelerators(platform, work.processors) ? "the accelerators" : "the CPUs",
                    step.messages > step.kernels ? "messages"
                    : arithmetic > traffic       ? "arithmetic"
                                                 : "memory bandwidth");
    return step;
}

Result<GenericStep> generic_step(GenericApplication const& application,
                                 GenericPlatform const* measured_on,
                                 GenericPlatform const& platform,
                                 int nodes) {
    if (auto const* work = std::get_if<StepWork>(&application.model))
        return roofline_step(*work, platform, nodes);
    auto step = std::holds_alternative<LawTimes>(application.model)
                    ? Result<GenericStep>(law_step(std::get<LawTimes>(application.model), nodes))
                    : measured_step(std::get<MeasuredTimes>(application.model), nodes);
    if (!step) return step;
    return moved(std::move(*step), *application.measured_on(), *measured_on, platform);
}

}  // namespace clustersim
