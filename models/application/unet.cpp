// SPDX-License-Identifier: Apache-2.0
//
// The operators of a diffusion U-Net, from its few numbers.
//
// A residual block is norm, SiLU, 3 x 3 convolution, the map of the time's embedding, norm, SiLU, 3 x 3 convolution, and
// a 1 x 1 convolution of the input if the number of channels changes. On the way up, each of its inputs is joined with
// the output that the way down left at that place.
// Source. Rombach et al., CVPR 2022, appendix E; the code of UNet2DConditionModel and AutoencoderKL of the library
// diffusers. The parameters are those of the published checkpoints: 865,910,724 for Stable Diffusion 2 (tested).
// Domain. Interpolations between levels are not counted.
#include "models/application/unet.hpp"

#include <utility>

namespace clustersim {
namespace {

class UnetBuilder {
  public:
    explicit UnetBuilder(ImageNetwork& out) : out_(&out) {}

    void convolution(int in, int out, int kernel, int size, int stride = 1) {
        ConvLayer layer;
        layer.in_channels = in;
        layer.out_channels = out;
        layer.kernel = kernel;
        layer.stride = stride;
        layer.out_size = size;
        layer.normalised = false;
        layer.activated = false;
        layer.biased = true;
        out_->layers.push_back(layer);
    }

    /// `time`: width of the embedded time step; 0: none. `joined`: the input is two tensors.
    void residual(int in, int out, int size, int time, bool joined) {
        convolution(in, out, 3, size);
        before_convolution(joined);
        if (time > 0) convolution(time, out, 1, 1);
        convolution(out, out, 3, size);
        before_convolution(false);
        out_->layers.back().adds_residual = true;
        if (in != out) convolution(in, out, 1, size);
    }

    /// The last convolution has a norm and an activation of its input.
    void before_convolution(bool joined) {
        ConvLayer& layer = out_->layers.back();
        layer.norm_first = true;
        layer.joined = joined;
    }

    void attention(AttentionBlock const& block) { out_->blocks.push_back(block); }

  private:
    ImageNetwork* out_;
};

AttentionBlock spatial_block(Unet const& unet, int width, int size) {
    AttentionBlock block;
    block.tokens = size * size;
    block.width = width;
    block.head_width = unet.head_width;
    block.context_tokens = unet.context.tokens;
    block.context_width = unet.context.width;
    block.ffn = 4 * width;
    block.gated = true;
    block.mapped = true;
    return block;
}

void add_unet(Unet const& unet, ImageNetwork& out) {
    UnetBuilder build(out);
    int const levels = static_cast<int>(unet.channels.size());
    int const first = unet.channels.front();
    int const time = 4 * first;
    int size = unet.image / unet.downsampling;
    build.convolution(unet.latent_channels, first, 3, size);
    build.convolution(first, time, 1, 1);
    build.convolution(time, time, 1, 1);
    std::vector<int> left{first};  // channels of what the way up joins
    int width = first;
    for (int level = 0; level < levels; ++level) {
        int const wanted = unet.channels[static_cast<std::size_t>(level)];
        for (int block = 0; block < unet.blocks; ++block) {
            build.residual(std::exchange(width, wanted), wanted, size, time, false);
            if (level < unet.attention_levels) build.attention(spatial_block(unet, wanted, size));
            left.push_back(wanted);
        }
        if (level + 1 == levels) break;
        size /= 2;
        build.convolution(wanted, wanted, 3, size, 2);
        left.push_back(wanted);
    }
    build.residual(width, width, size, time, false);
    if (unet.attention_levels > 0) build.attention(spatial_block(unet, width, size));
    build.residual(width, width, size, time, false);
    for (int level = levels - 1; level >= 0; --level) {
        int const wanted = unet.channels[static_cast<std::size_t>(level)];
        for (int block = 0; block <= unet.blocks; ++block) {
            int const in = std::exchange(width, wanted) + left.back();
            left.pop_back();
            build.residual(in, wanted, size, time, true);
            if (level < unet.attention_levels) build.attention(spatial_block(unet, wanted, size));
        }
        if (level == 0) break;
        size *= 2;
        build.convolution(wanted, wanted, 3, size);
    }
    build.convolution(first, unet.latent_channels, 3, size);
    build.before_convolution(false);
}

void add_image_encoder(Unet const& unet, ImageEncoder const& encoder, ImageNetwork& out) {
    UnetBuilder build(out);
    int size = unet.image;
    int width = encoder.channels.front();
    build.convolution(3, width, 3, size);
    for (std::size_t level = 0; level < encoder.channels.size(); ++level) {
        int const wanted = encoder.channels[level];
        for (int block = 0; block < encoder.blocks; ++block)
            build.residual(std::exchange(width, wanted), wanted, size, 0, false);
        if (level + 1 == encoder.channels.size()) break;
        size /= 2;
        build.convolution(wanted, wanted, 3, size, 2);
    }
    AttentionBlock middle;
    middle.tokens = size * size;
    middle.width = width;
    middle.head_width = width;
    middle.biased = true;
    build.residual(width, width, size, 0, false);
    build.attention(middle);
    build.residual(width, width, size, 0, false);
    // Means and variances of the latents, and a map of them.
    int const moments = 2 * unet.latent_channels;
    build.convolution(width, moments, 3, size);
    build.before_convolution(false);
    build.convolution(moments, moments, 1, size);
}

AttentionBlock text_layers(TextContext const& context, TextEncoder const& encoder) {
    AttentionBlock block;
    block.tokens = context.tokens;
    block.width = encoder.width;
    block.head_width = encoder.head_width;
    block.ffn = 4 * encoder.width;
    block.biased = true;
    block.repeat = encoder.layers;
    return block;
}

}  // namespace

Cnn network_of(Unet const& unet) {
    Cnn model;
    model.image = unet.image;
    model.classes = 0;
    model.adam = true;
    ImageNetwork trained;
    add_unet(unet, trained);
    model.layers = std::move(trained.layers);
    model.blocks = std::move(trained.blocks);
    if (unet.image_encoder) add_image_encoder(unet, *unet.image_encoder, model.frozen);
    if (unet.text_encoder)
        model.frozen.blocks.push_back(text_layers(unet.context, *unet.text_encoder));
    return model;
}

}  // namespace clustersim
