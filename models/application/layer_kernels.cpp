// SPDX-License-Identifier: Apache-2.0
//
// Linear maps and the kernels between them, forward and backward. layer_time.cpp states the equations.
#include "models/application/layer_kernels.hpp"

#include "models/application/eager_kernels.hpp"
#include "models/application/product.hpp"

namespace clustersim {
namespace {

/// What the host does for a map in a narrow format beyond its product, in kernels. Transformer Engine takes 140 us for the
/// forward pass of a map in 16 bits where Megatron's own takes 74 us (its pull request 1191, 2024), and more than twice as
/// long in FP8 (its issue 761): casts, scales and their history.
constexpr double narrow_host = 2.0 * 140.0 / 74.0 - 1.0;

/// Bytes moved to cast one 16-bit number to a narrow format: read (for FP4 once more, to find the largest of each
/// block) and written, once as it is and, for the gradients of weights, once transposed.
Bytes casting(Layer const& layer) {
    double const reads = layer.plan.precision == Precision::fp4 ? 2.0 : 1.0;
    double const copies = layer.frozen ? 1.0 : 2.0;
    return reads * bytes(2) + copies * size_of(layer.plan.precision);
}

/// Kernels that write the weights of a map in the format of its product: scales of nf4 are packed themselves, and unpacked
/// and shifted first.
Both unpacking(Layer const& layer, double numbers) {
    if (!layer.unpacked) return {};
    double const kernels = layer.plan.frozen == WeightFormat::nf4 ? 3.0 : 1.0;
    Bytes const written =
        layer.narrow ? size_of(layer.plan.precision) : activation_size(layer.plan.precision);
    Bytes const moved = numbers * (bits_of(layer.plan.frozen).size() + written);
    Roofline const& roofline = layer.ceilings.rest;
    note(layer, {.kind = KernelKind::stream, .precision = layer.rest(), .moved = moved});
    KernelTime const once{moved / roofline.memory + kernels * roofline.launch, kernels, {}, moved};
    return {once, once};
}

}  // namespace

KernelTime product_kernel(Product const& product, Roofline const& roofline) {
    return {product_time(product, roofline), 1.0, product.flop(), product.traffic()};
}

Both linear(Layer const& layer, double tokens, double columns, double depth, double copies) {
    Roofline const& roofline = layer.ceilings.products;
    Bytes const in = layer.narrow ? size_of(layer.plan.precision) : layer.number;
    Bytes const gradient = gradient_size(layer.plan.precision);
    // Added to a gradient buffer with its own width, or written.
    bool const added = gradient > layer.number && !layer.operators;
    Bytes const sum = added ? 2.0 * gradient : layer.number;
    Product const out{tokens, columns, depth, copies, in, layer.number};
    Product const back{tokens, depth, columns, copies, in, layer.number};
    // Products in narrow formats need their numbers along the depth side by side, in copies.
    Product const weights{
        depth, columns, tokens, copies, in, sum, !layer.narrow, added ? gradient : Bytes{}};
    if (layer.noted != nullptr) {
        Precision const precision = layer.narrow ? layer.plan.precision : layer.rest();
        auto const noted = [&](Product const& one) {
            note(layer,
                 {KernelKind::matmul, precision, one.rows, one.columns, one.depth, copies, {}});
        };
        noted(out);
        noted(back);
        if (!layer.frozen) noted(weights);
    }
    Both both;
    both.forward = product_kernel(out, roofline);
    both.backward = product_kernel(back, roofline);
    if (!layer.frozen) both.backward = both.backward + product_kernel(weights, roofline);
    if (layer.narrow) {
        Bytes const cast = casting(layer) * (copies * tokens);
        Duration const launch = roofline.launch;
        auto const casts = [&](double width) {
            return KernelTime{
                cast * width / layer.ceilings.rest.memory + launch, narrow_host, {}, cast * width};
        };
        both.forward = both.forward + casts(depth);
        both.backward = both.backward + casts(columns);
    }
    return both + eager_weight_casts(layer, copies * columns * depth) +
           unpacking(layer, copies * columns * depth);
}

Both activation(Layer const& layer, double tokens, double width) {
    if (layer.operators) return eager_activation(layer, tokens, width);
    bool const gated = layer.model.activation == Activation::swiglu;
    Roofline const& roofline = layer.ceilings.rest;
    Bytes const numbers = layer.number * (tokens * width);
    double const biases = layer.model.biases ? 1.0 : 0.0;
    double const added = layer.separate_biases ? biases : 0.0;
    Bytes const there = numbers * ((gated ? 3.0 : 2.0) + 2.0 * added);
    Bytes const back = numbers * ((gated ? 5.0 : 3.0) + biases);
    for (Bytes const moved : {there, back})
        note(layer, {.kind = KernelKind::stream, .precision = layer.rest(), .moved = moved});
    return {{there / roofline.memory + (1.0 + added) * roofline.launch, 1.0, {}, there},
            {back / roofline.memory + roofline.launch, 1.0, {}, back}};
}

Both feed_forward(Layer const& layer, double tokens, double width) {
    Transformer const& model = layer.model;
    double const gates = model.ffn_matrices() - 1.0;
    Both const inner = layer.operators ? gates * linear(layer, tokens, width, model.hidden)
                                       : linear(layer, tokens, gates * width, model.hidden);
    return inner + linear(layer, tokens, model.hidden, width) + activation(layer, tokens, width);
}

}  // namespace clustersim
