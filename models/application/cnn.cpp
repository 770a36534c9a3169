// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and traffic of a convolutional network, from its list of layers.
//
// Equation. A convolution with k x k weights makes k^2 c_in c_out multiply-accumulates per output
// pixel; its backward pass is two more of them (gradients of the input and of the weights).
// Source. He et al., "Deep residual learning for image recognition", 2015, table 1, with the stride in
// the 3x3 convolution as every current implementation has it (4.09 G multiply-accumulates).
// Domain. Square images and kernels, no groups. Batch normalisation, activation and addition run as
// separate kernels, as PyTorch does without a graph compiler.
#include "models/application/cnn.hpp"

#include <algorithm>

namespace clustersim {
namespace {

double pixels(ConvLayer const& layer) {
    return static_cast<double>(layer.out_size) * layer.out_size;
}

double conv_weights(ConvLayer const& layer) {
    return static_cast<double>(layer.in_channels) * layer.out_channels * layer.kernel *
           layer.kernel;
}

double in_elements(ConvLayer const& layer) {
    // A strided 1x1 convolution reads only the pixels it uses.
    double const stride = layer.kernel == 1 ? 1.0 : layer.stride;
    return pixels(layer) * stride * stride * layer.in_channels;
}

/// The matrix product that an implicit convolution computes.
Product map_of(ConvLayer const& layer, double batch, Bytes number) {
    // Libraries pad few channels up to 16 bytes.
    double const channels = std::max<double>(layer.in_channels, 16.0 / number.si());
    double const window = channels * layer.kernel * layer.kernel;
    return {batch * pixels(layer),
            static_cast<double>(layer.out_channels),
            window,
            1.0,
            number,
            number};
}

double summed_products(std::vector<ConvLayer> const& layers,
                       std::vector<AttentionBlock> const& blocks) {
    double sum = 0.0;
    for (ConvLayer const& layer : layers) sum += layer.repeat * conv_weights(layer) * pixels(layer);
    for (AttentionBlock const& block : blocks) sum += multiply_accumulates(block);
    return sum;
}

/// Passes of element-wise kernels through memory, in numbers of one image.
struct Elementwise {
    double numbers = 0.0;
    double kernels = 0.0;
};

/// Kernels in either direction: a normalisation has one for its sums and one for its result; a copy
/// before it has its own.
double elementwise_kernels(ConvLayer const& layer) {
    return (layer.normalised ? 2.0 : 0.0) + layer.activated + layer.adds_residual + layer.biased +
           (layer.norm_first ? 3.0 : 0.0) + layer.joined;
}

/// Forward: a normalisation reads its input twice (statistics, result) and writes once; an activation, a bias and a
/// copy read and write; an addition reads two and writes one.
Elementwise elementwise_forward(ConvLayer const& layer) {
    double const out = pixels(layer) * layer.out_channels;
    Elementwise sum;
    if (layer.normalised) sum.numbers += 3.0 * out;
    if (layer.activated) sum.numbers += 2.0 * out;
    if (layer.adds_residual) sum.numbers += 3.0 * out;
    if (layer.biased) sum.numbers += 2.0 * out;
    if (layer.norm_first) sum.numbers += 5.0 * in_elements(layer);
    if (layer.joined) sum.numbers += 2.0 * in_elements(layer);
    sum.kernels = elementwise_kernels(layer);
    return sum;
}

/// Backward: a normalisation reads input and gradient for its sums and again for the result, and writes; an activation
/// reads gradient and output and writes; an addition's gradients are summed once, as are those of a copy; a bias reads.
Elementwise elementwise_backward(ConvLayer const& layer) {
    double const out = pixels(layer) * layer.out_channels;
    Elementwise sum;
    if (layer.normalised) sum.numbers += 5.0 * out;
    if (layer.activated) sum.numbers += 3.0 * out;
    if (layer.adds_residual) sum.numbers += 3.0 * out;
    if (layer.biased) sum.numbers += out;
    if (layer.norm_first) sum.numbers += 8.0 * in_elements(layer);
    if (layer.joined) sum.numbers += 3.0 * in_elements(layer);
    sum.kernels = elementwise_kernels(layer);
    return sum;
}

constexpr Product none{0.0, 0.0, 0.0, 0.0, {}, {}};

}  // namespace

double out_elements(ConvLayer const& layer) {
    return pixels(layer) * layer.out_channels;
}

double parameters(ConvLayer const& layer) {
    double const before = layer.norm_first ? 2.0 * layer.in_channels : 0.0;
    return layer.repeat *
           (conv_weights(layer) + (layer.normalised ? 2.0 : 1.0) * layer.out_channels + before);
}

double parameters(Cnn const& model) {
    double sum = 0.0;
    for (ConvLayer const& layer : model.layers) sum += parameters(layer);
    for (AttentionBlock const& block : model.blocks) sum += parameters(block);
    return sum;
}

double frozen_parameters(Cnn const& model) {
    double sum = 0.0;
    for (ConvLayer const& layer : model.frozen.layers) sum += parameters(layer);
    for (AttentionBlock const& block : model.frozen.blocks) sum += parameters(block);
    return sum;
}

double tensors(Cnn const& model) {
    double sum = 0.0;
    for (ConvLayer const& layer : model.layers)
        sum += layer.repeat * ((layer.normalised ? 3.0 : 2.0) + (layer.norm_first ? 2.0 : 0.0));
    for (AttentionBlock const& block : model.blocks) sum += tensors(block);
    return sum;
}

double multiply_accumulates(Cnn const& model) {
    return summed_products(model.layers, model.blocks);
}

double frozen_multiply_accumulates(Cnn const& model) {
    return summed_products(model.frozen.layers, model.frozen.blocks);
}

Flop model_flop(Cnn const& model) {
    return flop(2.0 * (3.0 * multiply_accumulates(model) + frozen_multiply_accumulates(model)));
}

double kept_elements(Cnn const& model) {
    double kept = 3.0 * model.image * model.image;
    for (ConvLayer const& layer : model.layers) {
        // The input of its normalisation and the output of its activation.
        double const each = layer.norm_first
                                ? 2.0 * pixels(layer) * layer.in_channels
                                : out_elements(layer) * ((layer.normalised ? 1.0 : 0.0) + 1.0);
        kept += layer.repeat * each;
    }
    for (AttentionBlock const& block : model.blocks) kept += kept_elements(block);
    return kept;
}

ConvWork conv_forward(ConvLayer const& layer, double batch, Precision precision) {
    Bytes const number = size_of(precision);
    double const out = out_elements(layer);
    ConvWork work;
    work.products = {map_of(layer, batch, number), none};
    work.traffic[0] = number * (batch * (in_elements(layer) + out) + conv_weights(layer));
    Elementwise const rest = elementwise_forward(layer);
    work.vector.traffic = number * (batch * rest.numbers);
    work.vector.flop = flop(4.0 * batch * rest.numbers);
    work.vector.kernels = rest.kernels + (layer.normalised || layer.biased ? 0.0 : 1.0);
    return work;
}

ConvWork conv_backward(ConvLayer const& layer, double batch, Precision precision) {
    Bytes const number = size_of(precision);
    double const out = out_elements(layer);
    Product const map = map_of(layer, batch, number);
    ConvWork work;
    // The gradient of the input is a transposed convolution; the gradient of the weights sums over
    // all pixels.
    work.products = {
        Product{map.rows, map.depth, map.columns, 1.0, number, number},
        Product{map.depth, map.columns, map.rows, 1.0, number, bytes(4), true},
    };
    Bytes const once = number * (batch * (in_elements(layer) + out) + conv_weights(layer));
    work.traffic = {once, once};
    Elementwise const rest = elementwise_backward(layer);
    work.vector.traffic = number * (batch * rest.numbers);
    work.vector.flop = flop(4.0 * batch * rest.numbers);
    work.vector.kernels = rest.kernels + (layer.normalised || layer.biased ? 0.0 : 1.0);
    return work;
}

}  // namespace clustersim
