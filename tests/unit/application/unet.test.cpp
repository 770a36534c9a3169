// SPDX-License-Identifier: Apache-2.0
#include "models/application/unet.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/network_time.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <variant>

using namespace clustersim;

namespace {

/// One level of two channels on 4 x 4 latents, without attention.
Unet small_unet() {
    Unet unet;
    unet.image = 32;
    unet.channels = {2};
    unet.blocks = 1;
    unet.latent_channels = 1;
    unet.head_width = 1;
    return unet;
}

Cnn shipped_network(std::string const& name) {
    auto application = load_application(name, PROJECT_DIR "/workloads/applications");
    REQUIRE(application);
    return std::get<Cnn>(application->model);
}

}  // namespace

TEST_CASE("a U-Net of one level is counted by hand", "[application][unit]") {
    Cnn const model = network_of(small_unet());
    // Widths: 2 channels, time 8. A residual block from a to 2: norm 2a, 18a + 2, time 16 + 2, norm 4, 36 + 2, and from
    // 4 channels a map of 8 + 2.
    double const same = 4 + (36 + 2) + 18 + 4 + 38;
    double const joined = 8 + (72 + 2) + 18 + 4 + 38 + 10;
    double const ends = (18 + 2) + (16 + 8) + (64 + 8) + 4 + (18 + 1);
    // Down 1, middle 2, up 2, which join the block's and the first convolution's output.
    CHECK(parameters(model) == Approx(ends + 3 * same + 2 * joined));
    double const pixels = 16.0;
    double const same_macs = pixels * 72 + 16;
    double const joined_macs = pixels * (72 + 36 + 8) + 16;
    CHECK(multiply_accumulates(model) ==
          Approx(pixels * (18 + 18) + 16 + 64 + 3 * same_macs + 2 * joined_macs));
    CHECK(model_flop(model).si() == Approx(6.0 * multiply_accumulates(model)));
    CHECK(frozen_parameters(model) == 0.0);
}

TEST_CASE("a transformer block is counted by hand", "[application][unit]") {
    AttentionBlock block;
    block.tokens = 3;
    block.width = 4;
    block.head_width = 2;
    CHECK(parameters(block) == Approx(8 + 48 + 20));
    CHECK(multiply_accumulates(block) == Approx(3 * 64 + 2 * 9 * 4));
    block.context_tokens = 5;
    block.context_width = 6;
    CHECK(parameters(block) == Approx(76 + 8 + 16 + 48 + 20));
    CHECK(multiply_accumulates(block) == Approx(264 + 3 * 32 + 5 * 48 + 2 * 15 * 4));
    block.ffn = 16;
    block.gated = true;
    block.mapped = true;
    block.biased = true;
    block.repeat = 2.0;
    CHECK(parameters(block) == Approx(2 * (168 + 8 + 128 + 32 + 64 + 4 + 12 + 8 + 40)));
    CHECK(multiply_accumulates(block) == Approx(2 * (720 + 3 * 192 + 3 * 32)));
}

TEST_CASE("Stable Diffusion 2 has the parameters of its published checkpoint",
          "[application][unit]") {
    for (char const* name : {"sd2-base-256", "sd2-base-512"}) {
        Cnn const model = shipped_network(name);
        CHECK(parameters(model) == 865'910'724.0);
        CHECK(model.blocks.size() == 16);
        CHECK(model.adam);
        CHECK(frozen_parameters(model) == 0.0);
    }
    // The encoder of the autoencoder with its map of moments, and 23 layers of the text encoder without embeddings and
    // the last norm.
    Cnn const model = shipped_network("sd2-base-256-encoders");
    CHECK(parameters(model) == 865'910'724.0);
    CHECK(frozen_parameters(model) == 34'163'664.0 + 23 * 12'596'224.0);
}

TEST_CASE("work grows with the pixels, attention faster", "[application][unit]") {
    Cnn const small = shipped_network("sd2-base-256");
    Cnn const large = shipped_network("sd2-base-512");
    double const growth = multiply_accumulates(large) / multiply_accumulates(small);
    CHECK(growth > 4.0);
    CHECK(growth < 5.0);
    CHECK(multiply_accumulates(large) > 0.35e12);
    CHECK(multiply_accumulates(large) < 0.45e12);
    // Frozen encoders are computed once, trained layers three times.
    Cnn const encoders = shipped_network("sd2-base-512-encoders");
    CHECK(model_flop(encoders).si() ==
          Approx(model_flop(large).si() + 2.0 * frozen_multiply_accumulates(encoders)));
}
