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

constexpr Product none{0.0, 0.0, 0.0, 0.0, {}, {}};

}  // namespace

double out_elements(ConvLayer const& layer) {
    return pixels(layer) * layer.out_channels;
}

double parameters(ConvLayer const& layer) {
    return layer.repeat *
           (conv_weights(layer) + (layer.normalised ? 2.0 : 1.0) * layer.out_channels);
}

double parameters(Cnn const& model) {
    double sum = 0.0;
    for (ConvLayer const& layer : model.layers) sum += parameters(layer);
    return sum;
}

double tensors(Cnn const& model) {
    double sum = 0.0;
    for (ConvLayer const& layer : model.layers)
        sum += layer.repeat * (layer.normalised ? 3.0 : 2.0);
    return sum;
}

double multiply_accumulates(Cnn const& model) {
    double sum = 0.0;
    for (ConvLayer const& layer : model.layers)
        sum += layer.repeat * conv_weights(layer) * pixels(layer);
    return sum;
}

Flop model_flop(Cnn const& model) {
    return flop(3.0 * 2.0 * multiply_accumulates(model));
}

ConvWork conv_forward(ConvLayer const& layer, double batch, Precision precision) {
    Bytes const number = size_of(precision);
    double const out = out_elements(layer);
    ConvWork work;
    work.products = {map_of(layer, batch, number), none};
    work.traffic[0] = number * (batch * (in_elements(layer) + out) + conv_weights(layer));
    // Normalisation reads its input twice (statistics, result) and writes once; the activation reads
    // and writes; the residual addition reads two and writes one.
    double passes = 0.0;
    if (layer.normalised) passes += 3.0;
    if (layer.activated) passes += 2.0;
    if (layer.adds_residual) passes += 3.0;
    work.vector.traffic = number * (batch * out * passes);
    work.vector.flop = flop(4.0 * batch * out * passes);
    work.vector.kernels = (layer.normalised ? 2.0 : 1.0) + layer.activated + layer.adds_residual;
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
        Product{map.depth, map.columns, map.rows, 1.0, number, bytes(4)},
    };
    Bytes const once = number * (batch * (in_elements(layer) + out) + conv_weights(layer));
    work.traffic = {once, once};
    // Normalisation reads input and gradient for its sums and again for the result, and writes; the
    // activation reads gradient and output and writes; the addition's gradients are summed once.
    double passes = 0.0;
    if (layer.normalised) passes += 5.0;
    if (layer.activated) passes += 3.0;
    if (layer.adds_residual) passes += 3.0;
    work.vector.traffic = number * (batch * out * passes);
    work.vector.flop = flop(4.0 * batch * out * passes);
    work.vector.kernels = (layer.normalised ? 2.0 : 1.0) + layer.activated + layer.adds_residual;
    return work;
}

}  // namespace clustersim
