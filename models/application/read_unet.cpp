// SPDX-License-Identifier: Apache-2.0
#include "models/application/read_unet.hpp"

#include "models/application/unet.hpp"
#include "models/application/whole_numbers.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

constexpr double most_channels = 65536.0;

std::vector<int> channel_list(Reader& reader) {
    std::vector<int> channels;
    for (std::int64_t const one :
         reader.integer_list("channels", Range::at_least(1, most_channels)))
        channels.push_back(static_cast<int>(one));
    constexpr std::size_t most_levels = 8;
    if (channels.empty()) {
        reader.require("channels");
        if (reader.has("channels"))
            reader.complain("channels", Code::out_of_range, "a network has at least one level");
        channels.push_back(1);
    } else if (channels.size() > most_levels) {
        reader.complain("channels",
                        Code::out_of_range,
                        fmt::format("{} levels are more than {}", channels.size(), most_levels));
        channels.resize(1);
    }
    return channels;
}

/// Every level but the last halves the edge.
void check_edge(Reader& reader, std::string_view key, int edge, std::size_t levels) {
    int const halved = 1 << (levels - 1);
    if (edge >= halved && edge % halved == 0) return;
    reader
        .complain(key,
                  Code::inconsistent,
                  fmt::format("an edge of {} cannot be halved {} times", edge, levels - 1))
        .help = "each level of `channels` but the last halves it";
}

void check_heads(Reader& reader, int width, int head_width) {
    if (width % head_width == 0) return;
    reader.complain("head_width",
                    Code::inconsistent,
                    fmt::format("{} channels are no multiple of {}", width, head_width));
}

void read_encoders(Reader reader, Unet& unet) {
    if (auto image = reader.optional_child("image")) {
        ImageEncoder encoder;
        encoder.channels = channel_list(*image);
        encoder.blocks = whole(*image, "blocks");
        check_edge(*image, "channels", unet.image, encoder.channels.size());
        image->finish();
        unet.image_encoder = std::move(encoder);
    }
    if (auto text = reader.optional_child("text")) {
        TextEncoder encoder;
        encoder.layers = whole(*text, "layers");
        encoder.width = whole(*text, "width");
        encoder.head_width = whole(*text, "head_width");
        check_heads(*text, encoder.width, encoder.head_width);
        text->finish();
        unet.text_encoder = encoder;
    }
    reader.finish();
}

}  // namespace

Cnn read_unet(Reader reader) {
    Unet unet;
    constexpr double most_pixels = 16384.0;
    unet.image = static_cast<int>(reader.integer("image", Range::at_least(1, most_pixels)));
    unet.downsampling = whole(reader, "downsampling");
    if (unet.image % unet.downsampling != 0) {
        reader.complain("downsampling",
                        Code::inconsistent,
                        fmt::format("an image of {} pixels is not divided by {}",
                                    unet.image,
                                    unet.downsampling));
    }
    unet.latent_channels = whole(reader, "latent_channels");
    unet.channels = channel_list(reader);
    unet.blocks = whole(reader, "blocks");
    constexpr double most_blocks = 64.0;
    if (unet.blocks > most_blocks) {
        reader.complain("blocks", Code::out_of_range, "more than 64 blocks of a level");
        unet.blocks = 1;
    }
    auto const levels = static_cast<double>(unet.channels.size());
    unet.attention_levels =
        static_cast<int>(reader.integer("attention_levels", Range::at_least(0, levels)));
    unet.head_width = whole(reader, "head_width");
    for (int level = 0; level < unet.attention_levels; ++level)
        check_heads(reader, unet.channels[static_cast<std::size_t>(level)], unet.head_width);
    if (unet.attention_levels > 0) check_heads(reader, unet.channels.back(), unet.head_width);
    if (auto context = reader.optional_child("context")) {
        unet.context.tokens = whole(*context, "tokens");
        unet.context.width = whole(*context, "width");
        context->finish();
    } else {
        unet.context = {0, 0};
    }
    check_edge(reader, "image", unet.image / unet.downsampling, unet.channels.size());
    if (auto encoders = reader.optional_child("encoders")) read_encoders(*encoders, unet);
    double const samples = static_cast<double>(reader.integer("samples", Range{1.0, 1e12, false}));
    reader.finish();
    Cnn model = network_of(unet);
    model.samples = samples;
    return model;
}

}  // namespace clustersim
