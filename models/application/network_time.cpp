// SPDX-License-Identifier: Apache-2.0
//
// Time of the passes through a network of convolutions, with attention between them. The equations are those of cnn.cpp,
// product.cpp and attention_block.cpp.
#include "models/application/network_time.hpp"

#include <span>

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
        return product_time(product, traffic, roofline);
    }
    Duration time = product_time(product, traffic, roofline);
    if (!context.framework.channels_last) time += traffic / roofline.memory;
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

}  // namespace

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
