// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference.hpp"
#include "models/application/iteration_time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// What an engine admits, and how it forms its iterations.
struct EngineLimits {
    int sequences = 256;  ///< requests that run at the same time
    std::int64_t cache_tokens =
        0;  ///< tokens of prompts and outputs that the cache of all running requests holds
    int pass_tokens = tokens_of_pass;
    PrefillPolicy prefill = PrefillPolicy::chunked;
    double arrival = 0.0;       ///< seconds from the sending of a request until a pass can take it
    double prompt_token = 0.0;  ///< the same for each token of the prompt
    int poll = 1;               ///< passes from one look for new requests to the next
};

/// A request and its course through one replica. Times are seconds of the simulation.
struct ServedRequest {
    std::size_t number = 0;  ///< in order of arrival, from 0
    int prompt = 1;          ///< tokens
    int output = 1;          ///< tokens
    double arrival = 0.0;
    double ready = 0.0;  ///< from then on a pass can take it
    double first_token = 0.0;
    double end = 0.0;

    [[nodiscard]] std::int64_t tokens() const { return std::int64_t{prompt} + output; }
};

/// Requests whose next token came after the same time.
struct TokenGap {
    double length = 0.0;
    std::int64_t requests = 0;
};

/// One pass of the engine, or several that only generate and follow each other.
struct Iteration {
    double start = 0.0;
    double end = 0.0;
    int running = 0;             ///< admitted requests
    std::int64_t generated = 0;  ///< tokens
    std::vector<TokenGap> gaps;
    std::vector<ServedRequest> ended;  ///< in order of arrival
};

/// One replica of a model under iteration-level scheduling (replica.cpp states the rules). Requests arrive in order of time;
/// each fits into the empty cache.
class Replica {
  public:
    Replica(IterationTime& time, EngineLimits limits);

    /// `share` is the time until a pass can take it over the engine's mean.
    void arrive(double at, int prompt, int output, double share = 1.0);
    /// Begins with a request that already has `generated` of its tokens, from 1 to output - 1, if there is room.
    bool start_with(int prompt, int output, int generated);

    [[nodiscard]] bool idle() const { return running() == 0 && waiting_.empty(); }
    [[nodiscard]] double clock() const { return clock_; }
    [[nodiscard]] std::size_t arrivals() const { return arrivals_; }
    [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
    [[nodiscard]] int running() const {
        return generating_count_ + static_cast<int>(prompts_.size());
    }
    /// Tokens of prompts and outputs reserved in the cache.
    [[nodiscard]] std::int64_t reserved() const { return reserved_; }

    /// Moves an idle replica to a later time.
    void wait_until(double time);
    /// Admits what fits and runs one iteration. The replica is not idle. Valid until the next call.
    Iteration const& iterate() { return iterate(clock_); }
    /// The same, but as one with the passes that begin before `until` and differ only in the tokens that they read: until a
    /// request ends or a waiting one can join.
    Iteration const& iterate(double until);

  private:
    struct Prompt {
        ServedRequest request;
        int done = 0;
    };
    struct Generating {
        std::uint64_t last_pass = 0;  ///< the pass that generates its last token
        ServedRequest request;
    };
    struct Cohort {  ///< requests with their last token at the same time
        double at = 0.0;
        int requests = 0;
    };

    [[nodiscard]] bool fits(ServedRequest const& request) const;
    void admit();
    std::uint64_t passes_alike(double until) const;
    double pass_time(std::uint64_t passes) const;
    void generate_tokens(std::uint64_t passes, double each);
    void choose_chunks();
    [[nodiscard]] bool generate() const;
    void end_prompts();
    void begin_generating(ServedRequest const& request, int generated);
    void end_requests();
    static bool later(Generating const& a, Generating const& b);

    IterationTime* time_;
    EngineLimits limits_;
    double clock_ = 0.0;
    std::size_t arrivals_ = 0;
    std::int64_t reserved_ = 0;
    std::deque<ServedRequest> waiting_;
    std::deque<Prompt> prompts_;          ///< admitted, without a first token
    std::vector<Generating> generating_;  ///< a heap: the first to end is in front
    int generating_count_ = 0;
    std::int64_t read_ = 0;     ///< tokens in the cache of those that generate
    std::uint64_t passes_ = 0;  ///< passes that generated tokens
    std::uint64_t polled_ = 0;  ///< `passes_` at the last look for new requests
    std::vector<Cohort> cohorts_;
    std::vector<PromptChunk> chunks_;
    Iteration now_;
};

}  // namespace clustersim
