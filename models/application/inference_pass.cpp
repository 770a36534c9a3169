// SPDX-License-Identifier: Apache-2.0
//
// One pass of tokens through a transformer that generates.
//
// Equation. Per layer, on each of t devices: the products of N tokens with the weights (product.cpp), the attention, norms
// with the residual sum, positions, the activation, and two all-reduces of N h numbers.
//   prefill  N = requests x prompt; attention as in training (attention_time.cpp)
//   decode   N = requests; attention reads the cache (attention_rate.cpp)
// The logits of the last token of each request follow. Products with experts read the weights of the experts that
// are met: E (1 - (1 - k/E)^N) of E experts, k per token.
// Source. Pope et al., "Efficiently scaling transformer inference", MLSys 2023; Dao et al., "Flash-Decoding" (2023)
// for the attention at the rate of memory; Williams et al., CACM 52(4), 2009.
// Domain. Engines that capture a pass as one graph, so that the host does not set the pace. Products in FP8 cast
// their inputs in a kernel of its own.
#include "models/application/inference_pass.hpp"

#include "models/application/attention_rate.hpp"
#include "models/application/attention_time.hpp"
#include "models/application/layer.hpp"
#include "models/application/product.hpp"
#include "models/collective/collective.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// Rows of a tile of kernels that unpack weights, and the share of the matrix units' rate that such tiles reach: up to 16 rows
/// run 3.9 times as fast as in 16 bits on an A10 (Frantar et al., "MARLIN", 2024, arXiv 2408.11743); the share is an estimate.
constexpr double unpacked_rows = 16.0;
constexpr double unpacked_share = 0.5;

/// Kernels of one decode or prefill layer, in the terms of one device.
class ServedLayer {
  public:
    ServedLayer(Transformer const& model,
                InferencePlan const& plan,
                ServingContext const& context,
                PassTokens tokens)
        : model_(model),
          plan_(plan),
          ceilings_(context.ceilings),
          tensor_(plan.tensor),
          tokens_(tokens.fullest),
          all_(tokens.all),
          experts_share_(context.software.experts),
          number_(served_number(plan.precision)),
          input_(size_of(plan.precision)),
          weight_(dense_weight(model, plan)),
          dense_(formats_all(model, plan) ? ceilings_.products : ceilings_.rest),
          dense_input_(formats_all(model, plan) ? input_ : number_) {}

    /// tokens x depth times depth x columns.
    [[nodiscard]] Duration product(double tokens, double columns, double depth) const {
        return product_of({tokens, columns, depth, 1.0, dense_input_, number_}, weight_, dense_);
    }

    [[nodiscard]] Duration stream(double numbers) const {
        return number_ * numbers / ceilings_.rest.memory + ceilings_.rest.launch;
    }

    [[nodiscard]] Duration attention_maps() const {
        double const h = model_.hidden;
        double const t = tensor_;
        Duration const out = product(tokens_, h, model_.mixed_width() / t);
        if (!model_.latent)
            return product(tokens_, model_.query_width() / t + 2.0 * key_width(), h) + out;
        LatentAttention const& latent = *model_.latent;
        Duration const queries =
            latent.queries > 0 ? product(tokens_, latent.queries, h) +
                                     product(tokens_, model_.query_width() / t, latent.queries)
                               : product(tokens_, model_.query_width() / t, h);
        double const keys = static_cast<double>(model_.heads) * (latent.plain + latent.value);
        return queries + product(tokens_, latent.keys + latent.rotary, h) +
               product(tokens_, keys / t, latent.keys) + out;
    }

    [[nodiscard]] Duration feed_forward(double width) const {
        double const gates = model_.ffn_matrices() - 1.0;
        return product(tokens_, gates * width, model_.hidden) +
               product(tokens_, model_.hidden, width);
    }

    /// Router, shared experts and the routed ones that these tokens meet. The group of devices whose experts are met most
    /// sets the pace: the largest of g sums of many choices is sqrt(2 ln g) standard deviations above their mean.
    [[nodiscard]] Duration experts() const {
        Experts const& e = model_.experts;
        double const groups = plan_.expert;
        double const missed = std::pow(1.0 - static_cast<double>(e.per_token) / e.count, all_);
        double const own = e.count / groups;
        double const above = std::sqrt(2.0 * std::log(groups));
        double const met =
            std::min(own, own * (1.0 - missed) + above * std::sqrt(own * (1.0 - missed) * missed));
        double const mean = all_ * e.per_token / groups;
        double const rows = std::max(1.0, (mean + above * std::sqrt(mean)) / met);
        double const width = e.ffn * groups / plan_.devices();
        double const gates = model_.ffn_matrices() - 1.0;
        double const outer = model_.expert_width();
        Bytes const weight = expert_weight(plan_);
        auto const routed = [&](double columns, double depth) {
            return product_of({rows, columns, depth, met, input_, number_},
                              weight,
                              ceilings_.products,
                              experts_share_);
        };
        Duration time = product(tokens_, e.count, model_.hidden) + routed(gates * width, outer) +
                        routed(outer, width) +
                        stream(4.0 * all_ / plan_.devices() * e.per_token * outer);
        if (e.shared > 0) time += feed_forward(e.shared_width() / tensor_);
        if (e.latent > 0)
            time += product(tokens_, outer, model_.hidden) + product(tokens_, model_.hidden, outer);
        return time;
    }

    /// Norms with residual sums, rotary positions, the activation of the feed-forward block.
    [[nodiscard]] Duration elementwise() const {
        Duration time = model_.blocks() * stream(4.0 * tokens_ * model_.hidden);
        double const width =
            model_.dense_share() * model_.ffn +
            model_.expert_share() *
                (model_.experts.per_token * model_.experts.ffn + model_.experts.shared_width());
        time += stream(model_.ffn_matrices() * tokens_ * width / tensor_);
        if (model_.positions == Positions::rotary)
            time += model_.attention_share() *
                    stream(2.0 * tokens_ * (model_.query_width() / tensor_ + key_width()));
        return time;
    }

    [[nodiscard]] double key_width() const {
        return std::max(model_.key_width() / tensor_, model_.key_width() / model_.kv_heads);
    }

  private:
    /// A product whose weights have `weight` bytes a number. Weights that the matrix units do not take as they are become
    /// so within the kernel.
    [[nodiscard]] Duration product_of(Product const& one,
                                      Bytes weight,
                                      Roofline const& roofline,
                                      double share = 1.0) const {
        Bytes const read =
            one.copies * (one.in * (one.rows * one.depth) + weight * (one.depth * one.columns));
        Bytes const written = one.copies * one.out * (one.rows * one.columns);
        Duration kernel = product_time(one, read, written, roofline);
        if (weight < one.in)
            kernel = std::min(kernel, unpacking_time(one, read + written, roofline));
        Duration time = std::max(kernel, one.flop() / (roofline.matrix * share));
        if (one.in < number_) time += cast(one.rows * one.copies * one.depth);
        return time;
    }

    /// Kernels that unpack weights have tiles of 16 rows, whose products overlap with the reading.
    [[nodiscard]] static Duration
    unpacking_time(Product const& one, Bytes traffic, Roofline const& roofline) {
        double const rows = std::ceil(one.rows / unpacked_rows) * unpacked_rows;
        Duration const arithmetic = flop(2.0 * one.copies * rows * one.columns * one.depth) /
                                    (roofline.matrix * unpacked_share);
        Duration const memory = traffic / roofline.memory;
        return roofline.launch + seconds(std::hypot(arithmetic.si(), memory.si()));
    }

    [[nodiscard]] Duration cast(double numbers) const {
        return (number_ + input_) * numbers / ceilings_.rest.memory + ceilings_.rest.launch;
    }

    Transformer const& model_;
    InferencePlan const& plan_;
    DeviceCeilings const& ceilings_;
    double tensor_;
    double tokens_;  ///< of the fullest group with requests of its own
    double all_;     ///< of all groups: they share the experts
    double experts_share_;
    Bytes number_;  ///< of an activation
    Bytes input_;   ///< of a factor of a product
    Bytes weight_;  ///< of a weight outside the experts
    Roofline const& dense_;
    Bytes dense_input_;
};

/// Tokens that the attention of a mean layer reads.
double seen_by_layer(Transformer const& model, double seen) {
    if (model.window <= 0 || model.windowed_layers <= 0) return seen;
    double const windowed = model.windowed_layers / (model.attention_share() * model.layers);
    return windowed * std::min<double>(seen, model.window) + (1.0 - windowed) * seen;
}

}  // namespace

PassTime layers_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     PassTokens tokens) {
    ServedLayer const layer(model, plan, context, tokens);
    double const layers = model.layers;
    PassTime pass;
    pass.products = layers * model.attention_share() * layer.attention_maps();
    if (model.dense_share() > 0.0)
        pass.products += layers * model.dense_share() *
                         layer.feed_forward(static_cast<double>(model.ffn) / plan.tensor);
    if (model.expert_share() > 0.0)
        pass.products += layers * model.expert_share() * layer.experts();
    pass.rest = layers * layer.elementwise();
    Bytes const number = served_number(plan.precision);
    // Groups with requests of their own gather all tokens before the experts and scatter the sums after them.
    double const shared = plan.data > 1 ? model.expert_share() : 0.0;
    if (plan.tensor > 1)
        pass.messages =
            layers * (model.blocks() - shared) *
            all_reduce(number * (tokens.fullest * model.hidden), context.group, context.network);
    if (shared > 0.0) {
        Bytes const all = number * (tokens.all * model.hidden);
        pass.messages += layers * shared *
                         (all_gather(all, context.all, context.network) +
                          reduce_scatter(all, context.all, context.network));
    }
    return pass;
}

/// Kernels of all layers, as engines fuse them. Grouped queries: queries, keys and values; positions; cache; attention; out.
/// Latent: down and up for queries and for keys, their norms, positions, two copies, cache, attention, out. Two norms. Dense
/// blocks: in, activation, out. Experts: router, choice, two orders, two casts, in, activation, out, sum; shared ones as
/// dense blocks.
double kernels_of(Transformer const& model) {
    constexpr double grouped_queries = 5.0;
    constexpr double latent = 12.0;
    constexpr double norms = 2.0;
    constexpr double dense = 3.0;
    constexpr double routed = 10.0;
    double const attention = model.latent ? latent : grouped_queries;
    double const experts = routed + (model.experts.shared > 0 ? dense : 0.0);
    return model.layers * (model.attention_share() * attention + norms +
                           model.dense_share() * dense + model.expert_share() * experts);
}

Duration host_time(Transformer const& model,
                   ServingContext const& context,
                   PassTime const& layers,
                   bool prompts) {
    ServingSoftware const& software = context.software;
    Duration time = software.pass;
    if (prompts)  // the host starts each kernel of a layer
        time += std::max(Duration{}, software.prompt_kernel * kernels_of(model) - layers.total());
    return time;
}

PassTime token_layers(Transformer const& model,
                      InferencePlan const& plan,
                      ServingContext const& context,
                      double fullest,
                      double all) {
    int const drafted = plan.speculation.tokens;
    PassTime pass =
        layers_pass(model, plan, context, {fullest * (1 + drafted), all * (1 + drafted)});
    if (drafted == 0) return pass;
    // The draft is a layer of the model with its logits, once for each token that it proposes.
    PassTime draft = layers_pass(model, plan, context, {fullest, all});
    PassTime const choice = logits_pass(model, plan, context, static_cast<int>(all));
    double const part = static_cast<double>(drafted) / model.layers;
    pass.products += part * draft.products + static_cast<double>(drafted) * choice.products;
    pass.rest += part * draft.rest + static_cast<double>(drafted) * choice.rest;
    pass.messages += part * draft.messages + static_cast<double>(drafted) * choice.messages;
    return pass;
}

PassTime logits_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     int requests) {
    // Logits in 16 bits, then maximum, sum and choice of a token.
    InferencePlan wide = plan;
    wide.precision = Precision::bf16;
    wide.weights = WeightFormat::plain;
    ServingContext const rest{{context.ceilings.rest, context.ceilings.rest},
                              context.network,
                              context.group,
                              context.all,
                              context.software};
    double const own = std::ceil(static_cast<double>(requests) / plan.data);
    ServedLayer const last(model, wide, rest, {own, own});
    double const words = static_cast<double>(model.padded_vocabulary(plan.tensor)) / plan.tensor;
    PassTime pass;
    pass.rest = last.product(own, words, model.hidden) + 3.0 * last.stream(2.0 * own * words);
    if (plan.tensor > 1)
        pass.messages =
            all_gather(bytes(2.0) * (words * plan.tensor * own), context.group, context.network);
    return pass;
}

Duration prompt_attention(Transformer const& model,
                          InferencePlan const& plan,
                          ServingContext const& context,
                          int requests) {
    Transformer prompt = model;
    prompt.sequence = plan.prompt;
    prompt.attended = 0.0;
    prompt.fused_attention = true;
    Plan training;
    training.tensor = plan.tensor;
    training.micro_batch = requests;
    training.precision = plan.precision;
    Layer layer{prompt, training, context.ceilings};
    layer.tokens = static_cast<double>(requests) * plan.prompt;
    layer.tensor = plan.tensor;
    layer.number = served_number(plan.precision);
    Framework software;
    software.tuned_attention = true;
    return model.layers * model.attention_share() * attention(layer, software).forward.time;
}

Duration token_attention(Transformer const& model,
                         InferencePlan const& plan,
                         ServingContext const& context,
                         double requests,
                         double seen) {
    Roofline const& roofline = context.ceilings.rest;
    double const layers = model.layers * model.attention_share();
    double const read = requests * seen_by_layer(model, seen);
    double const width = model.latent
                             ? model.heads * (2.0 * model.latent->keys + model.latent->rotary)
                             : model.query_width() + model.mixed_width();
    Flop const work = flop(2.0 * read * width / plan.tensor);
    Bytes const cached = cache_per_token(model, plan) * (read / layers);
    double const caches = model.latent ? 1.0 : std::max(1.0, model.kv_heads / (1.0 * plan.tensor));
    return layers * decode_attention_time(work, cached, requests * caches, roofline);
}

PassTime prefill_pass(Transformer const& model,
                      InferencePlan const& plan,
                      ServingContext const& context,
                      int requests) {
    double const own = std::ceil(static_cast<double>(requests) / plan.data);
    PassTime pass = layers_pass(
        model, plan, context, {own * plan.prompt, static_cast<double>(requests) * plan.prompt});
    pass.host = host_time(model, context, pass, true);
    pass += logits_pass(model, plan, context, requests);
    pass.attention = prompt_attention(model, plan, context, static_cast<int>(own));
    return pass;
}

PassTime decode_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     double seen) {
    double const own = std::ceil(static_cast<double>(plan.batch) / plan.data);
    PassTime pass = token_layers(model, plan, context, own, plan.batch);
    pass.host += host_time(model, context, pass, false);
    pass += logits_pass(model, plan, context, plan.batch * (1 + plan.speculation.tokens));
    pass.attention += token_attention(model, plan, context, own, seen);
    return pass;
}

}  // namespace clustersim
