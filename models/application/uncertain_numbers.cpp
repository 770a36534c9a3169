// SPDX-License-Identifier: Apache-2.0
//
// How far the numbers of a machine file can be off.
//
// Equation. A number x of some confidence lies in x (1 - s) to x (1 + s).
// Source. The widths s are judgements, the same for all machines: numbers that were derived from others or
// remembered differed from those found later by some percent (`corrections:` of the machine files), a
// reasoned default for a share by more: the best products of accelerators of one generation reach 0.51 to
// 0.60 (AMD) and 0.80 to 0.87 (NVIDIA) of their peaks, so a default in the middle may be a fifth off.
// Domain. Rates, latencies and shares, not counts of parts.
#include "models/application/uncertain_numbers.hpp"

#include "models/machine/accelerator_config.hpp"
#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using Scale = std::function<void(Platform&, double)>;

/// A number that a step depends on: the key below the block that describes the part.
struct Lever {
    std::string key;
    Scale scale;
};

template <class Part, class Number>
Lever lever(std::string key, Part Platform::*part, Number Part::*number) {
    return {std::move(key),
            [part, number](Platform& platform, double factor) {
                Number& value = platform.*part.*number;
                value = value * factor;
            }};
}

/// The lever of a share, which ends at 1.
Lever achievable(std::string_view key, double Achievable::*share) {
    return {fmt::format("achievable.{}", key),
            [share](Platform& platform, double factor) {
                double& value = platform.accelerator.achievable.*share;
                value = std::min(1.0, value * factor);
            }};
}

Lever peak_lever(std::string_view precision_name,
                 Precision precision,
                 std::string_view unit_name,
                 Unit unit) {
    return {fmt::format("peak.{}.{}", precision_name, unit_name),
            [precision, unit](Platform& platform, double factor) {
                auto& row = platform.accelerator.peak[static_cast<std::size_t>(precision)];
                auto& peak = row[static_cast<std::size_t>(unit)];
                if (peak) peak = *peak * factor;
            }};
}

std::vector<Lever> accelerator_levers() {
    std::vector<Lever> levers{
        achievable("matrix", &Achievable::matrix),
        achievable("matrix_fp8", &Achievable::matrix_fp8),
        achievable("matrix_fp4", &Achievable::matrix_fp4),
        achievable("vector", &Achievable::vector),
        achievable("memory", &Achievable::memory),
        achievable("attention", &Achievable::attention),
        achievable("attention_tuned", &Achievable::attention_tuned),
        {"achievable.launch",
         [](Platform& platform, double factor) {
             Duration& launch = platform.accelerator.achievable.launch;
             launch = launch * factor;
         }},
        lever("memory_bandwidth", &Platform::accelerator, &Accelerator::memory_bandwidth)};
    for (auto const& [name, precision] : enum_names<Precision>) {
        levers.push_back(peak_lever(name, precision, "vector", Unit::vector));
        levers.push_back(peak_lever(name, precision, "matrix", Unit::matrix));
    }
    return levers;
}

/// The lever of a part of the node: the links between its devices, its ports.
template <class Part, class Number>
Lever node_lever(std::string key, Part NodeType::*part, Number Part::*number) {
    return {std::move(key),
            [part, number](Platform& platform, double factor) {
                Number& value = platform.node.*part.*number;
                value = value * factor;
            }};
}

Lever node_share_lever(std::string key, auto part, auto share) {
    return {std::move(key),
            [part, share](Platform& platform, double factor) {
                double& value = platform.node.*part.*share;
                value = std::min(1.0, value * factor);
            }};
}

std::vector<Lever> node_levers() {
    return {node_lever("link.per_device", &NodeType::link, &NodeLink::per_device),
            node_lever("link.per_pair", &NodeType::link, &NodeLink::per_pair),
            node_lever("link.latency", &NodeType::link, &NodeLink::latency),
            node_share_lever("link.achievable", &NodeType::link, &NodeLink::achievable),
            node_lever("nic.bandwidth", &NodeType::nic, &Nic::bandwidth),
            node_lever("nic.latency", &NodeType::nic, &Nic::latency),
            node_share_lever("nic.achievable", &NodeType::nic, &Nic::achievable)};
}

std::vector<Lever> fabric_levers() {
    return {lever("link", &Platform::fabric, &FabricParameters::link),
            lever("leaf_taper", &Platform::fabric, &FabricParameters::leaf_taper),
            lever("global_taper", &Platform::fabric, &FabricParameters::global_taper),
            lever("switch_latency", &Platform::fabric, &FabricParameters::switch_latency)};
}

/// A block of a document that describes one part of the platform.
struct Block {
    ConfigNode const* document;
    std::string prefix;  ///< of keys in the document
    std::string shown;   ///< before the key, for people
};

void add_uncertain(Block const& block,
                   std::vector<Lever> levers,
                   std::vector<UncertainNumber>& numbers) {
    for (Lever& lever : levers) {
        auto const fact = fact_at(*block.document, block.prefix + lever.key);
        if (!fact) continue;
        auto const known = std::ranges::find(
            enum_names<Confidence>, fact->confidence, [](auto const& name) { return name.first; });
        if (known == enum_names<Confidence>.end()) continue;
        double const spread = spread_of(known->second);
        if (spread > 0.0)
            numbers.push_back(
                {block.shown + lever.key, fact->confidence, spread, std::move(lever.scale)});
    }
}

Block block_in(std::map<std::string, ConfigNode> const& catalogue,
               ConfigNode const& machine,
               std::string const& name,
               std::string const& list) {
    std::string const path = fmt::format("{}.{}.", list, name);
    auto const own = catalogue.find(name);
    if (own == catalogue.end()) return {&machine, path, path};
    return {&own->second, "", path};
}

}  // namespace

double spread_of(Confidence confidence) {
    switch (confidence) {
        case Confidence::seed:
        case Confidence::docs:
        case Confidence::paper:
        case Confidence::vendor: return 0.0;
        case Confidence::community:
        case Confidence::probe:
        case Confidence::calibrated: return 0.05;
        case Confidence::inferred:
        case Confidence::recalled: return 0.1;
        case Confidence::estimate: return 0.2;
    }
    return 0.2;
}

std::vector<UncertainNumber> uncertain_numbers(LoadedSystem const& machine,
                                               Platform const& platform) {
    std::vector<UncertainNumber> numbers;
    add_uncertain(
        block_in(machine.accelerators, machine.document, platform.accelerator.name, "accelerators"),
        accelerator_levers(),
        numbers);
    std::string const node = fmt::format("node_types.{}.", platform.node.name);
    add_uncertain({&machine.document, node, node}, node_levers(), numbers);
    std::string const fabric = fmt::format("fabrics.{}.", platform.fabric.name);
    add_uncertain({&machine.document, fabric, fabric}, fabric_levers(), numbers);
    return numbers;
}

}  // namespace clustersim
