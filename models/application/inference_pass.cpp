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

/// Kernels of one decode or prefill layer, in the terms of one device.
class ServedLayer {
  public:
    ServedLayer(Transformer const& model,
                InferencePlan const& plan,
                ServingContext const& context,
                double tokens)
        : model_(model),
          ceilings_(context.ceilings),
          tensor_(plan.tensor),
          tokens_(tokens),
          number_(served_number(plan.precision)),
          weight_(size_of(plan.precision)) {}

    /// tokens x depth times depth x columns.
    [[nodiscard]] Duration
    product(double tokens, double columns, double depth, double copies = 1.0) const {
        Product const one{tokens, columns, depth, copies, weight_, number_};
        Duration time = product_time(one, ceilings_.products);
        if (weight_ < number_) time += cast(tokens * copies * depth);
        return time;
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

    /// Router, shared experts and the routed ones that these tokens meet.
    [[nodiscard]] Duration experts() const {
        Experts const& e = model_.experts;
        double const missed = std::pow(1.0 - static_cast<double>(e.per_token) / e.count, tokens_);
        double const met = e.count * (1.0 - missed);
        double const rows = std::max(1.0, tokens_ * e.per_token / met);
        double const width = static_cast<double>(e.ffn) / tensor_;
        double const gates = model_.ffn_matrices() - 1.0;
        double const outer = model_.expert_width();
        Duration time =
            product(tokens_, e.count, model_.hidden) + product(rows, gates * width, outer, met) +
            product(rows, outer, width, met) + stream(4.0 * tokens_ * e.per_token * outer);
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
    [[nodiscard]] Duration cast(double numbers) const {
        return (number_ + weight_) * numbers / ceilings_.rest.memory + ceilings_.rest.launch;
    }

    Transformer const& model_;
    DeviceCeilings const& ceilings_;
    double tensor_;
    double tokens_;
    Bytes number_;  ///< of an activation
    Bytes weight_;
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
                     double tokens) {
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
    if (plan.tensor > 1) {
        Bytes const sum = served_number(plan.precision) * (tokens * model.hidden);
        pass.messages = layers * model.blocks() * all_reduce(sum, context.group, context.network);
    }
    return pass;
}

PassTime logits_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     int requests) {
    // Logits in 16 bits, then maximum, sum and choice of a token.
    InferencePlan wide = plan;
    wide.precision = Precision::bf16;
    ServingContext const rest{
        {context.ceilings.rest, context.ceilings.rest}, context.network, context.group};
    ServedLayer const last(model, wide, rest, requests);
    double const words = static_cast<double>(model.padded_vocabulary(plan.tensor)) / plan.tensor;
    PassTime pass;
    pass.rest =
        last.product(requests, words, model.hidden) + 3.0 * last.stream(2.0 * requests * words);
    if (plan.tensor > 1)
        pass.messages = all_gather(
            bytes(2.0) * (words * plan.tensor * requests), context.group, context.network);
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
    double const tokens = static_cast<double>(requests) * plan.prompt;
    PassTime pass = layers_pass(model, plan, context, tokens);
    pass += logits_pass(model, plan, context, requests);
    pass.attention = prompt_attention(model, plan, context, requests);
    return pass;
}

PassTime decode_pass(Transformer const& model,
                     InferencePlan const& plan,
                     ServingContext const& context,
                     double seen) {
    PassTime pass = layers_pass(model, plan, context, plan.batch);
    pass += logits_pass(model, plan, context, plan.batch);
    pass.attention = token_attention(model, plan, context, plan.batch, seen);
    return pass;
}

}  // namespace clustersim
