// SPDX-License-Identifier: Apache-2.0
//
// Time of the passes through a network of convolutions, with attention between them. The equations are those of cnn.cpp,
// convolution.cpp and attention_block.cpp.
#include "models/application/network_time.hpp"

#include "models/application/convolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

namespace clustersim {
namespace {

/// A convolution's product. On vector units 3 x 3 windows of stride 1 run by Winograd's algorithm.
Duration convolution_time(Product product,
                          Bytes traffic,
                          ConvLayer const& layer,
                          StepContext const& context) {
    if (product.copies <= 0.0) return {};
    constexpr double winograd = 1.8;  // of 2.25 fewer multiplications, after its transforms
    Roofline const& roofline = context.roofline;
    if (!roofline.matrix_unit) {
        if (layer.kernel == 3 && layer.stride == 1) product.copies /= winograd;
        return implicit_product_time(product, traffic, roofline);
    }
    Duration time = implicit_product_time(product, traffic, roofline);
    // Kernels for 16 bits want channels last, so the library turns arguments and result around, each by a read and a
    // write. Those for TF32 exist in both layouts; what they lose is taken as one pass (estimate).
    if (!context.framework.channels_last)
        time += (product.in <= bytes(2) ? 2.0 : 1.0) * traffic / roofline.memory;
    return time;
}

/// Adds the kernels of convolutions. The gradient of the first one's input is not needed.
template <class WorkOf>
KernelTime conv_pass(std::span<ConvLayer const> layers,
                     Plan const& plan,
                     StepContext const& context,
                     WorkOf work_of) {
    double const share = context.framework.elementwise_share;
    KernelTime pass{};
    for (ConvLayer const& layer : layers) {
        ConvWork work = work_of(layer, plan.micro_batch, plan.precision);
        bool const to_images = work.products[1].copies > 0.0 && &layer == &layers.front();
        if (to_images) work.products[0].copies = 0.0;
        Duration products{};
        for (std::size_t i = 0; i < work.products.size(); ++i)
            products += convolution_time(work.products[i], work.traffic[i], layer, context);
        pass.time += layer.repeat * (products + share * vector_time(work.vector, context.roofline));
        pass.kernels += layer.repeat * work.kernels();
    }
    return pass;
}

Both block_passes(std::span<AttentionBlock const> blocks,
                  Plan const& plan,
                  StepContext const& context) {
    DeviceCeilings const ceilings{context.roofline, context.rest};
    Both sum{};
    for (AttentionBlock const& block : blocks)
        sum = sum + block.repeat * block_time(block, plan, ceilings, context.framework);
    return sum;
}

using WorkOf = ConvWork (*)(ConvLayer const&, double, Precision);

/// The products of a layer and what comes after them, as conv_pass() adds them.
struct ConvKernels {
    KernelTime products;
    KernelTime rest;
};

ConvKernels kernels_of(ConvLayer const& layer,
                       bool first,
                       Plan const& plan,
                       StepContext const& context,
                       WorkOf work_of) {
    ConvWork work = work_of(layer, plan.micro_batch, plan.precision);
    ConvKernels out;
    for (std::size_t i = 0; i < work.products.size(); ++i) {
        bool const to_images = i == 0 && first && work.products[1].copies > 0.0;
        if (work.products[i].copies <= 0.0 || to_images) continue;
        out.products =
            out.products +
            KernelTime{convolution_time(work.products[i], work.traffic[i], layer, context),
                       1.0,
                       work.products[i].flop(),
                       work.traffic[i]};
    }
    out.rest = {context.framework.elementwise_share * vector_time(work.vector, context.roofline),
                work.vector.kernels,
                work.vector.flop,
                work.vector.traffic};
    out.products = layer.repeat * out.products;
    out.rest = layer.repeat * out.rest;
    return out;
}

LayerPart& part_named(std::vector<LayerPart>& parts, std::string const& name) {
    auto const known = std::ranges::find(parts, name, &LayerPart::name);
    return known != parts.end() ? *known : parts.emplace_back(LayerPart{name, {}, {}});
}

}  // namespace

std::vector<LayerPart>
network_parts(Cnn const& model, Plan const& plan, StepContext const& context) {
    std::vector<LayerPart> parts;
    KernelTime there{};
    KernelTime back{};
    auto const add = [&](std::vector<ConvLayer> const& layers, bool trained) {
        for (ConvLayer const& layer : layers) {
            std::string const name = layer.out_size == 1
                                         ? "fully connected layers"
                                         : fmt::format("{0} x {0} convolutions", layer.kernel);
            LayerPart& part = part_named(parts, name);
            bool const first = &layer == &layers.front();
            ConvKernels const forward = kernels_of(layer, first, plan, context, conv_forward);
            part.forward = part.forward + forward.products;
            there = there + forward.rest;
            if (!trained) continue;
            ConvKernels const backward = kernels_of(layer, first, plan, context, conv_backward);
            part.backward = part.backward + backward.products;
            back = back + backward.rest;
        }
    };
    add(model.layers, true);
    add(model.frozen.layers, false);
    Both const attention = block_passes(model.blocks, plan, context);
    Both const encoders = block_passes(model.frozen.blocks, plan, context);
    parts.push_back(
        {"transformer blocks", attention.forward + encoders.forward, attention.backward});
    parts.push_back({"normalisation, activation and sums", there, back});
    return parts;
}

NetworkTime network_time(Cnn const& model, Plan const& plan, StepContext const& context) {
    Both const attention = block_passes(model.blocks, plan, context);
    Both const encoders = block_passes(model.frozen.blocks, plan, context);
    // The host runs ahead of large layers, so its pace counts over a whole pass.
    auto const whole = [&](KernelTime const& pass) {
        return paced(pass.time, pass.kernels, context);
    };
    KernelTime const forward = conv_pass(model.layers, plan, context, conv_forward) +
                               attention.forward + encoders.forward +
                               conv_pass(model.frozen.layers, plan, context, conv_forward);
    return {whole(forward),
            whole(conv_pass(model.layers, plan, context, conv_backward) + attention.backward)};
}

}  // namespace clustersim
