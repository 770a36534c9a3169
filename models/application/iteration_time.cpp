// SPDX-License-Identifier: Apache-2.0
//
// One iteration under continuous batching.
//
// Equation. With n generating requests, which read c cached tokens in all, and chunks [a, b) of prompts:
//   time = layers(n + sum of (b - a)) + logits(n + prompts that end) + tokens(n, c / n) + sum of A(b) - A(a)
// layers, logits and tokens are the parts of a decode pass, A(p) is the attention of a whole prompt of p tokens
// (inference_pass.cpp). So the chunks of a prompt take as much attention as the whole prompt, and an iteration of one
// prompt or of only generating requests takes the time of a prefill or decode pass.
// Source. Yu et al., "Orca", OSDI 2022, section 3 (selective batching: all but attention sees one list of tokens);
// Agrawal et al., "Sarathi-Serve", OSDI 2024, section 4 (chunked prefills join decodes).
// Domain. One stream of kernels: attention of prompts and of tokens follow each other. The cached part of a prompt is
// not read again by its later chunks. Windows see the mean of the cached tokens.
#include "models/application/iteration_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

/// The kept value of an index, computed at its first use.
template <class Compute>
Duration kept(std::vector<Duration>& values, int index, Compute compute) {
    auto const i = static_cast<std::size_t>(index);
    if (i >= values.size()) values.resize(i + 1, seconds(-1.0));
    if (values[i] < Duration{}) values[i] = compute();
    return values[i];
}

/// Large passes are computed in steps of 1/32 to 1/64 of their tokens.
int step_of(int tokens) {
    int step = 16;
    while (tokens / step >= 64) step *= 2;
    return step;
}

}  // namespace

IterationTime::IterationTime(Transformer model,
                             InferencePlan plan,
                             ServingContext context,
                             PassFactors factors)
    : model_(std::move(model)), plan_(plan), context_(std::move(context)), factors_(factors) {}

Duration IterationTime::scaled(PassTime const& pass) const {
    return pass.kernels() * factors_.kernels + pass.messages * factors_.messages;
}

IterationTime::KeptLayers const& IterationTime::kept_layers(int fullest, int all) {
    auto const key = (static_cast<std::uint64_t>(fullest) << 32U) | static_cast<std::uint32_t>(all);
    auto const [place, fresh] = layers_.try_emplace(key);
    if (fresh) {
        place->second.unscaled = layers_pass(
            model_, plan_, context_, {static_cast<double>(fullest), static_cast<double>(all)});
        place->second.devices = scaled(place->second.unscaled);
    }
    return place->second;
}

Duration IterationTime::layers(PassTokens tokens, bool prompts) {
    auto const fullest = static_cast<int>(tokens.fullest);
    auto const all = static_cast<int>(tokens.all);
    KeptLayers const* kept = nullptr;
    if (fullest <= 512 || all % step_of(all) == 0) {
        kept = &kept_layers(fullest, all);
        return kept->devices + host_time(model_, context_, kept->unscaled, prompts);
    }
    int const step = step_of(all);
    int const below = all - all % step;
    double const part = static_cast<double>(all - below) / step;
    double const share = static_cast<double>(fullest) / all;
    auto const at = [&](int tokens_of_all) -> KeptLayers const& {
        return kept_layers(plan_.data == 1 ? tokens_of_all
                                           : static_cast<int>(std::ceil(share * tokens_of_all)),
                           tokens_of_all);
    };
    Duration const low = at(below).devices;
    KeptLayers const& high = at(below + step);
    return low + part * (high.devices - low) + host_time(model_, context_, high.unscaled, prompts);
}

Duration IterationTime::draft(int generating) {
    int const drafted = plan_.speculation.tokens;
    if (drafted == 0 || generating == 0) return {};
    double const own = std::ceil(static_cast<double>(generating) / plan_.data);
    Duration const layer =
        kept_layers(static_cast<int>(own), generating).devices * (1.0 / model_.layers);
    return static_cast<double>(drafted) * (layer + logits(generating));
}

Duration IterationTime::logits(int requests) {
    if (requests == 0) return {};
    return kept(
        logits_, requests, [&] { return scaled(logits_pass(model_, plan_, context_, requests)); });
}

Duration IterationTime::prompt(int tokens) {
    if (tokens == 0) return {};
    auto const [place, fresh] = prompts_.try_emplace(tokens);
    if (fresh) {
        InferencePlan part = plan_;
        part.prompt = tokens;
        place->second = prompt_attention(model_, part, context_, 1) * factors_.kernels;
    }
    return place->second;
}

Duration
IterationTime::operator()(int generating, std::int64_t read, std::span<PromptChunk const> chunks) {
    int tokens = 0;
    int chosen = generating;
    Duration time{};
    for (PromptChunk const& chunk : chunks) {
        tokens += chunk.to - chunk.from;
        chosen += chunk.last ? 1 : 0;
        time += prompt(chunk.to) - prompt(chunk.from);
    }
    // Prompts go to the groups in turn; the fullest sets the pace.
    auto const prompts = static_cast<int>(chunks.size());
    double const spread = std::max(1, std::min(prompts, plan_.data));
    double const own = std::ceil(static_cast<double>(generating) / plan_.data);
    int const checked = 1 + plan_.speculation.tokens;
    time *= 1.0 / spread;
    if (generating > 0)
        time +=
            token_attention(model_, plan_, context_, own, static_cast<double>(read) / generating) *
            factors_.kernels;
    return time +
           layers({own * checked + std::ceil(tokens / spread),
                   static_cast<double>(generating * checked + tokens)},
                  prompts > 0) +
           logits(chosen + generating * (checked - 1)) + draft(generating);
}

}  // namespace clustersim
