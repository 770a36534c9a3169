// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/attention_block.hpp"
#include "models/application/plan.hpp"
#include "models/application/product.hpp"
#include "models/application/roofline.hpp"
#include "sim/core/quantity.hpp"

#include <array>
#include <vector>

namespace clustersim {

/// One convolution with its normalisation and activation; a fully connected layer is a 1x1
/// convolution on a 1x1 image.
struct ConvLayer {
    int in_channels = 1;
    int out_channels = 1;
    int kernel = 1;  ///< square
    int stride = 1;
    int out_size = 1;        ///< height = width of the output
    bool normalised = true;  ///< followed by batch normalisation, else it has a bias
    bool activated = true;   ///< followed by ReLU
    bool adds_residual = false;
    bool biased =
        false;  ///< a kernel of its own adds a bias, which a layer without norm has anyhow
    bool norm_first =
        false;  ///< a group norm and an activation come before it, in place of those after it
    bool joined = false;  ///< its input is a copy of two tensors
    double repeat = 1.0;  ///< identical layers
};

/// The operators of a network, whose kernels follow each other on one stream.
struct ImageNetwork {
    std::vector<ConvLayer> layers;
    std::vector<AttentionBlock> blocks;
};

struct Cnn {
    int image = 224;     ///< pixels of an edge
    int classes = 1000;  ///< 0: its output is no classification
    std::vector<ConvLayer> layers;
    std::vector<AttentionBlock> blocks;  ///< of a U-Net (unet.hpp)
    ImageNetwork frozen;                 ///< computed for every sample, but not trained
    bool adam = false;                   ///< two moments; else SGD with momentum
    double samples = 0.0;                ///< of one epoch
    double validation_samples = 0.0;
};

double parameters(ConvLayer const& layer);
double parameters(Cnn const& model);
/// Tensors of weights: of convolutions, and of normalisations or biases.
double tensors(Cnn const& model);
/// Numbers that a layer writes for one image.
double out_elements(ConvLayer const& layer);
/// Multiply-accumulates of one image, forward.
double multiply_accumulates(Cnn const& model);
/// The same of encoders that are not trained.
double frozen_multiply_accumulates(Cnn const& model);
double frozen_parameters(Cnn const& model);
Flop model_flop(
    Cnn const& model);  ///< one image, forward and backward, and what is not trained forward
/// Numbers of one image that the backward pass needs.
double kept_elements(Cnn const& model);

/// The work of one device for a batch in one of a layer's `repeat` copies.
struct ConvWork {
    std::array<Product, 2> products;  ///< one forward, two backward
    std::array<Bytes, 2> traffic{};   ///< of each product
    KernelWork vector;                ///< normalisation, activation, addition
    [[nodiscard]] Flop flop() const { return products[0].flop() + products[1].flop(); }
    [[nodiscard]] double kernels() const {
        return (products[1].copies > 0.0 ? 2.0 : 1.0) + vector.kernels;
    }
};
ConvWork conv_forward(ConvLayer const& layer, double batch, Precision precision);
ConvWork conv_backward(ConvLayer const& layer, double batch, Precision precision);

}  // namespace clustersim
