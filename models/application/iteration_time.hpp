// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference_pass.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace clustersim {

/// Tokens [from, to) of a prompt that pass in one iteration.
struct PromptChunk {
    int from = 0;
    int to = 0;
    bool last = false;  ///< the prompt ends here, so its first token is generated
};

/// Factors on the times of kernels and of messages, for the ends of a range.
struct PassFactors {
    double kernels = 1.0;
    double messages = 1.0;
};

/// The time of one iteration of an engine with continuous batching: a token of each generating request and chunks of
/// prompts pass through the model together. Each part is computed once for its number of tokens and then kept.
class IterationTime {
  public:
    IterationTime(Transformer model,
                  InferencePlan plan,
                  ServingContext context,
                  PassFactors factors = {});

    /// The iteration of `generating` requests that read `read` cached tokens in all, and of these chunks.
    Duration operator()(int generating, std::int64_t read, std::span<PromptChunk const> chunks);

  private:
    Duration scaled(PassTime const& pass) const;
    Duration layers(PassTokens tokens, bool prompts);
    Duration draft(int generating);
    Duration logits(int requests);
    Duration prompt(int tokens);

    Transformer model_;
    InferencePlan plan_;
    ServingContext context_;
    PassFactors factors_;
    struct KeptLayers {
        Duration devices{};
        PassTime unscaled;
    };
    KeptLayers const& kept_layers(int fullest, int all);

    std::unordered_map<std::uint64_t, KeptLayers> layers_;  ///< by both numbers of tokens
    std::vector<Duration> logits_;                          ///< by requests
    std::unordered_map<int, Duration> prompts_;
};

}  // namespace clustersim
