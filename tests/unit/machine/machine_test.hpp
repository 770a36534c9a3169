// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system_config.hpp"
#include "sim/config/document.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// A small correct machine; each test breaks one thing in it.
inline std::string const small_machine = R"(schema: clustersim/system/1
name: small
title: A small machine
country: EU
site: nowhere
sources:
  D: its documentation
  E: a guess
source: D
confidence: docs
power: {pue: 1.2, grid_carbon_g_per_kwh: 200}
accelerators:
  device:
    model: A device
    peak: {fp64: {vector: 10 TFLOP/s, matrix: 20 TFLOP/s}, bf16: {matrix: 300 TFLOP/s}}
    memory: 64 GiB
    memory_bandwidth: 2 TB/s
    power: {tdp: 500 W, idle: 60 W, training: 450 W}
    achievable: {matrix: 0.8, vector: 0.7, memory: 0.9, launch: 5 us}
fabrics:
  tree: {kind: fat_tree, groups: 1, nodes_per_group: 8, link: 200 Gb/s, switch_latency: 0.13 us}
node_types:
  gpu:
    nodes: 8
    cpu: {model: A CPU, sockets: 2, cores: 64, clock: 2.5 GHz, flop_per_cycle: 16, memory_bandwidth: 400 GB/s}
    memory: 512 GiB
    gpus: {accelerator: device, count: 4}
    link: {kind: nvlink_pairs, per_device: 300 GB/s, per_pair: 100 GB/s, latency: 2 us, achievable: 0.7}
    nic: {count: 2, bandwidth: 200 Gb/s, latency: 2 us, achievable: 0.9, nic_of_gpu: [0, 0, 1, 1]}
    fabric: tree
    base_power: {value: 400 W, source: E, confidence: estimate, note: by the rule}
partitions:
  batch:
    node_type: gpu
    nodes: 8
    is_default: true
    limits: {max_nodes: 4, max_time: 2-00:00:00}
    qos:
      normal: {priority: 10, limits: {max_time: 24:00:00}}
    billing: {unit: GPU-h, per_gpu_hour: 1}
)";

/// The machine's text with one passage replaced; the passage must be there.
inline std::string with(std::string const& passage, std::string const& instead) {
    std::string text = small_machine;
    auto const at = text.find(passage);
    return at == std::string::npos ? "the passage is not there"
                                   : text.replace(at, passage.size(), instead);
}

inline Result<Accelerator> no_accelerators(std::string const& name,
                                           std::filesystem::path const& /*beside*/) {
    return failure(problem(Code::unknown_name, "there is no accelerator \"" + name + "\""));
}

inline Result<LinkClass> no_links(std::string const& name) {
    return failure(problem(Code::unknown_name, "there is no class of links \"" + name + "\""));
}

inline Result<System> read_machine(std::string const& text) {
    Diagnostics warnings;
    auto document = parse_yaml(text, "machine.yaml");
    if (!document) return failure(std::move(document.error()));
    return read_system(*document, {no_accelerators, no_links}, warnings);
}

/// Code and line of the only problem, "CS0110:35"; else the number of problems.
inline std::string only_problem(std::string const& text) {
    auto const read = read_machine(text);
    if (read) return "accepted";
    auto const& items = read.error().items();
    if (items.size() != 1)
        return std::to_string(items.size()) + " problems\n" + to_text(read.error());
    return std::string(entry_of(items.front().code).id) + ":" +
           std::to_string(items.front().where.line);
}

}  // namespace clustersim
