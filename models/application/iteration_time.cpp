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

}  // namespace

IterationTime::IterationTime(Transformer model,
                             InferencePlan plan,
                             ServingContext context,
                             PassFactors factors)
    : model_(std::move(model)), plan_(plan), context_(std::move(context)), factors_(factors) {}

Duration IterationTime::scaled(PassTime const& pass) const {
    return pass.kernels() * factors_.kernels + pass.messages * factors_.messages;
}

Duration IterationTime::layers(int tokens) {
    return kept(
        layers_, tokens, [&] { return scaled(layers_pass(model_, plan_, context_, tokens)); });
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
    int tokens = generating;
    int chosen = generating;
    Duration time{};
    for (PromptChunk const& chunk : chunks) {
        tokens += chunk.to - chunk.from;
        chosen += chunk.last ? 1 : 0;
        time += prompt(chunk.to) - prompt(chunk.from);
    }
    if (generating > 0)
        time += token_attention(
                    model_, plan_, context_, generating, static_cast<double>(read) / generating) *
                factors_.kernels;
    return time + layers(tokens) + logits(chosen);
}

}  // namespace clustersim
