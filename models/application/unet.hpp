// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/cnn.hpp"

#include <optional>
#include <vector>

namespace clustersim {

/// The text that a diffusion model is conditioned on, as its encoder leaves it.
struct TextContext {
    int tokens = 77;
    int width = 1024;
};

/// The encoder of an autoencoder: from pixels to latents.
struct ImageEncoder {
    std::vector<int> channels;  ///< by level; each level but the last halves the edge
    int blocks = 2;             ///< residual blocks of a level
};

/// The encoder of the text, a transformer.
struct TextEncoder {
    int layers = 1;
    int width = 1;
    int head_width = 64;
};

/// The U-Net of a latent diffusion model: levels of residual blocks on ever smaller feature maps, and back up with what
/// the way down left behind. The names are those of UNet2DConditionModel of the library diffusers.
struct Unet {
    int image = 512;          ///< pixels of an edge
    int downsampling = 8;     ///< of the autoencoder: pixels of a latent's edge
    int latent_channels = 4;  ///< in and out
    std::vector<int> channels;
    int blocks = 2;  ///< residual blocks of a level on the way down; one more on the way up
    int attention_levels =
        0;  ///< the first levels have a transformer block after each residual block
    int head_width = 64;
    TextContext context;
    std::optional<ImageEncoder> image_encoder;  ///< computed in every step; unset: latents are read
    std::optional<TextEncoder> text_encoder;    ///< likewise
};

/// All operators of the network, and of encoders that are computed but not trained. `samples` and the like are unset.
Cnn network_of(Unet const& unet);

}  // namespace clustersim
