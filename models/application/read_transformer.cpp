// SPDX-License-Identifier: Apache-2.0
#include "models/application/read_transformer.hpp"

#include "models/application/whole_numbers.hpp"

#include <fmt/format.h>

#include <array>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

// The cost between the matrices of a block without a gate is the same for every function.
constexpr std::array activations{std::pair{"gelu"sv, Activation::gelu},
                                 std::pair{"swiglu"sv, Activation::swiglu},
                                 std::pair{"relu"sv, Activation::gelu},
                                 std::pair{"relu2"sv, Activation::gelu},
                                 std::pair{"geglu"sv, Activation::swiglu}};
constexpr std::array norms{std::pair{"layer"sv, Norm::layer}, std::pair{"rms"sv, Norm::rms}};
constexpr std::array positions{std::pair{"learned"sv, Positions::learned},
                               std::pair{"rotary"sv, Positions::rotary},
                               std::pair{"alibi"sv, Positions::biased}};
/// Whether the output is computed once from a sample, or from each of its tokens.
constexpr std::array outputs{std::pair{"sample"sv, true}, std::pair{"token"sv, false}};

void require_divides(
    Reader& reader, std::string_view key, int divisor, std::string_view of, int number) {
    if (divisor >= 1 && number % divisor == 0) return;
    Diagnostic& d = reader.complain(key,
                                    Code::inconsistent,
                                    fmt::format("{} {} do not divide {} {}",
                                                divisor,
                                                key == "heads"      ? "heads"
                                                : key == "kv_heads" ? "key/value heads"
                                                                    : "groups",
                                                of,
                                                number));
    d.help = fmt::format("choose a divisor of {}", number);
}

/// Reports that `value` is more than `limit`; `what` names what is counted.
void require_at_most(
    Reader& reader, std::string_view key, int value, std::string_view what, int limit) {
    if (value <= limit) return;
    reader
        .complain(key,
                  Code::inconsistent,
                  fmt::format("\"{}\" is {}, but there are {} {}", key, value, limit, what))
        .expected = fmt::format("at most {}", limit);
}

Experts read_experts(Reader reader, Transformer const& model) {
    Experts experts;
    experts.count = whole(reader, "count");
    experts.per_token = whole(reader, "per_token");
    experts.ffn = whole(reader, "ffn");
    experts.shared = whole_or(reader, "shared", 0, whole_or_none);
    experts.shared_ffn = whole_or(reader, "shared_ffn", 0);
    experts.latent = whole_or(reader, "latent", 0);
    experts.dense_layers = whole_or(reader, "dense_layers", 0, whole_or_none);
    experts.capacity = reader.optional_number("capacity", Range::positive(1024.0)).value_or(0.0);
    experts.clamped = reader.flag("clamped", false);
    require_at_most(reader, "per_token", experts.per_token, "experts", experts.count);
    int const blocks = model.ffn_layers > 0 ? model.ffn_layers : model.layers;
    if (experts.dense_layers >= blocks) {
        reader
            .complain("dense_layers",
                      Code::inconsistent,
                      fmt::format("{} dense layers leave none of the {} layers for experts",
                                  experts.dense_layers,
                                  blocks))
            .expected = fmt::format("at most {}", blocks - 1);
    }
    if (experts.shared_ffn > 0 && experts.shared == 0) {
        reader
            .complain(
                "shared_ffn", Code::inconsistent, "`shared_ffn` is given but no shared expert")
            .help = "give `shared: 1`";
    }
    reader.finish();
    return experts;
}

LatentAttention read_latent(Reader reader) {
    LatentAttention latent;
    latent.queries = whole_or(reader, "query_rank", 0, whole_or_none);
    latent.keys = whole(reader, "kv_rank");
    latent.plain = whole(reader, "plain_width");
    latent.rotary = whole_or(reader, "rotary_width", 0, whole_or_none);
    latent.value = whole(reader, "value_width");
    reader.finish();
    return latent;
}

StateSpace read_state_space(Reader reader) {
    StateSpace space;
    space.layers = whole(reader, "layers");
    space.heads = whole(reader, "heads");
    space.head_width = whole(reader, "head_width");
    space.groups = whole_or(reader, "groups", space.groups);
    space.state = whole(reader, "state");
    space.convolution = whole_or(reader, "convolution", space.convolution);
    space.chunk = whole_or(reader, "chunk", space.chunk);
    require_divides(reader, "groups", space.groups, "the heads,", space.heads);
    reader.finish();
    return space;
}

/// Counts of each kind of layer; without counts every layer has attention and a feed-forward block.
void read_kinds_of_layers(Reader& reader, Transformer& model) {
    model.attention_layers = whole_or(reader, "attention_layers", 0);
    model.ffn_layers = whole_or(reader, "ffn_layers", 0);
    require_at_most(reader, "attention_layers", model.attention_layers, "layers", model.layers);
    require_at_most(reader, "ffn_layers", model.ffn_layers, "layers", model.layers);
    if (auto space = reader.optional_child("state_space"))
        model.state_space = read_state_space(*space);
    require_at_most(reader, "state_space", model.state_space.layers, "layers", model.layers);
    model.window = whole_or(reader, "window", 0);
    int const attended = model.attention_layers > 0 ? model.attention_layers : model.layers;
    model.windowed_layers =
        whole_or(reader, "windowed_layers", model.window > 0 ? attended : 0, whole_or_none);
    require_at_most(
        reader, "windowed_layers", model.windowed_layers, "layers with attention", attended);
    if (model.window == 0 && model.windowed_layers > 0)
        reader.complain("windowed_layers", Code::inconsistent, "`windowed_layers` needs a window")
            .help = "give `window:` in tokens";
}

/// Heads of attention, and the width that they divide.
void read_heads(Reader& reader, Transformer& model) {
    model.heads = whole(reader, "heads");
    bool const latent = reader.has("latent_attention");
    model.kv_heads = whole_or(reader, "kv_heads", model.heads);
    model.head_width = whole_or(reader, "head_width", 0);
    if (auto child = reader.optional_child("latent_attention")) model.latent = read_latent(*child);
    require_divides(reader, "kv_heads", model.kv_heads, "the heads,", model.heads);
    if (!latent && model.head_width == 0)
        require_divides(reader, "heads", model.heads, "the width", model.hidden);
    if (latent && model.kv_heads != model.heads) {
        reader
            .complain("kv_heads",
                      Code::inconsistent,
                      "a latent attention has keys and values for each head")
            .help = "remove `kv_heads`";
    }
    if (latent && model.head_width != 0) {
        reader
            .complain("head_width",
                      Code::inconsistent,
                      "a latent attention has its own keys for the widths of its heads")
            .help = "remove `head_width`";
    }
}

/// Tokens that are words, with their table, or parts of a signal, with the map of their numbers.
void read_words_or_signal(Reader& reader, Transformer& model) {
    if (auto signal = reader.optional_child("signal")) {
        model.signal = whole(*signal, "input");
        model.vocabulary = whole(*signal, "output");
        bool const once = signal->one_of<bool>("from", outputs);
        signal->finish();
        model.vocabulary_multiple = 1;
        model.tied_embeddings = false;
        model.encoder = true;
        model.predicted_share = once ? 1.0 / model.sequence : 1.0;
        reader.elsewhere(
            {"vocabulary", "vocabulary_multiple", "tied_embeddings", "encoder", "predicted_share"},
            "a transformer without `signal`");
        return;
    }
    model.vocabulary = whole(reader, "vocabulary");
    model.vocabulary_multiple = whole_or(reader, "vocabulary_multiple", model.vocabulary_multiple);
    model.tied_embeddings = reader.flag("tied_embeddings", true);
    model.encoder = reader.flag("encoder", false);
    model.predicted_share =
        reader.optional_number("predicted_share", Range{0.0, 1.0, true}).value_or(1.0);
}

}  // namespace

Transformer read_transformer(Reader reader) {
    Transformer model;
    model.layers = whole(reader, "layers");
    model.hidden = whole(reader, "hidden");
    read_heads(reader, model);
    read_kinds_of_layers(reader, model);
    if (auto experts = reader.optional_child("experts"))
        model.experts = read_experts(*experts, model);
    // Only layers with a dense block have its width.
    bool const dense = model.experts.count == 0 || model.experts.dense_layers > 0;
    model.ffn = dense ? whole(reader, "ffn") : whole_or(reader, "ffn", model.experts.ffn);
    model.sequence = whole(reader, "sequence");
    model.attended = whole_or(reader, "document", 0);
    if (model.attended > model.sequence)
        reader
            .complain("document",
                      Code::out_of_range,
                      fmt::format("a document of {:.0f} tokens in samples of {}",
                                  model.attended,
                                  model.sequence))
            .expected = fmt::format("at most {}", model.sequence);
    read_words_or_signal(reader, model);
    model.activation = reader.one_of<Activation>("activation", activations);
    model.norm = reader.one_of<Norm>("norm", norms);
    model.positions = reader.one_of<Positions>("positions", positions);
    model.biases = reader.flag("biases", true);
    model.modulated = reader.flag("modulated", false);
    model.fused_attention = reader.flag("fused_attention", true);
    model.mtp_layers = whole_or(reader, "mtp_layers", 0, whole_or_none);
    model.dropout = reader.optional_number("dropout", Range{0.0, 0.99, false}).value_or(0.0);
    model.attention_dropout = reader.optional_number("attention_dropout", Range{0.0, 0.99, false});
    reader.finish();
    return model;
}

}  // namespace clustersim
