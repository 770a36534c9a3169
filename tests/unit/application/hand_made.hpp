// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/platform.hpp"

namespace clustersim::hand_made {

/// A device with round numbers: 100 TFLOP/s in half precision, 1 TB/s, 80 GB, no losses.
inline Accelerator device() {
    Accelerator a;
    a.name = "whole-numbers";
    auto const set = [&](Precision p, Unit u, double tflops) {
        a.peak[static_cast<std::size_t>(p)][static_cast<std::size_t>(u)] =
            flop_per_second(tflops * 1e12);
    };
    set(Precision::fp32, Unit::vector, 10);
    set(Precision::tf32, Unit::matrix, 50);
    set(Precision::fp16, Unit::matrix, 100);
    set(Precision::bf16, Unit::matrix, 100);
    a.memory = bytes(80e9);
    a.memory_bandwidth = bytes_per_second(1e12);
    a.achievable = {
        .matrix = 1.0, .matrix_fp8 = 1.0, .vector = 1.0, .memory = 1.0, .attention = 0.5};
    return a;
}

/// Four such devices on a switch of 100 GB/s and four ports of 10 GB/s; no latency.
inline Platform platform() {
    Platform p;
    p.accelerator = device();
    p.node.gpus = 4;
    p.node.accelerator = p.accelerator.name;
    p.node.link.kind = NodeLinkKind::nvswitch;
    p.node.link.per_device = bytes_per_second(100e9);
    p.node.link.per_pair = bytes_per_second(100e9);
    p.node.nic = {4, bytes_per_second(10e9), Duration{}, 1.0, {0, 1, 2, 3}};
    // A library that starts at once and moves every message at the full rate.
    for (ProtocolTuning& protocol : p.node.collectives.protocols)
        protocol = {Duration{}, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    return p;
}

/// GPT-3 as its paper prints it.
inline Transformer gpt3() {
    Transformer m;
    m.layers = 96;
    m.hidden = 12288;
    m.heads = m.kv_heads = 96;
    m.ffn = 4 * 12288;
    m.sequence = 2048;
    m.vocabulary = 50257;
    return m;
}

/// Small and even: 4 layers of width 1024, a vocabulary that needs no padding.
inline Transformer small() {
    Transformer m;
    m.layers = 4;
    m.hidden = 1024;
    m.heads = m.kv_heads = 16;
    m.ffn = 4096;
    m.sequence = 1024;
    m.vocabulary = 1024;
    m.vocabulary_multiple = 1;
    return m;
}

/// Software without costs and without overlap.
inline Framework ideal() {
    return {};
}

inline Application application(Transformer model) {
    Application a;
    a.name = "hand-made";
    a.model = model;
    a.training.framework = ideal();
    a.training.precision = Precision::fp16;
    return a;
}

/// Two convolutions whose numbers can all be computed by hand.
inline Cnn two_convolutions() {
    Cnn m;
    m.image = 32;
    m.classes = 10;
    ConvLayer first;
    first.in_channels = 3;
    first.out_channels = 8;
    first.kernel = 3;
    first.out_size = 32;
    ConvLayer last;
    last.in_channels = 8;
    last.out_channels = 10;
    last.normalised = false;
    last.activated = false;
    m.layers = {first, last};
    m.samples = 1000;
    m.validation_samples = 100;
    return m;
}

}  // namespace clustersim::hand_made
