// SPDX-License-Identifier: Apache-2.0
//
// Prefill and decode on devices of their own.
//
// Rules. A request goes to the prefill replica with the fewest requests; when its prompt has passed, its keys and values are
// sent to the decode replica with the fewest requests, which takes it before its next pass if the cache has room for its
// whole output. The client gets the first token then. Each of the two engines takes its time until a pass can have the request
// (HTTP, tokeniser, scheduler).
// Source. Zhong et al., "DistServe", OSDI 2024; Patel et al., "Splitwise", ISCA 2024. NVIDIA Dynamo returns the first token
// from the decode worker.
// Domain. Transfers do not wait for each other, and cost the passes nothing.
#include "sim/serving/split_load.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <vector>

namespace clustersim {
namespace {

struct SplitRequest {
    int prompt = 1;
    int output = 1;
    double sent = 0.0;
    double ready = 0.0;  ///< its cache is on a decode replica
    double first = 0.0;
};

/// A replica with the requests that it knows, by its own numbers.
struct Stage {
    Replica replica;
    std::vector<std::size_t> numbers;
    std::deque<std::size_t> pending;  ///< not taken yet
    double busy = 0.0;

    [[nodiscard]] bool has_work() const { return !replica.idle() || !pending.empty(); }
    [[nodiscard]] std::size_t load() const {
        return pending.size() + replica.waiting() + static_cast<std::size_t>(replica.running());
    }
};

SplitQuantiles quantiles_of_split(std::vector<double>& values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    auto const at = [&](double p) {
        return values[static_cast<std::size_t>(p * static_cast<double>(values.size() - 1))];
    };
    return {std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
            at(0.5),
            at(0.95)};
}

class SplitSimulation {
  public:
    SplitSimulation(SplitEngines const& engines, SplitRequests const& requests, std::uint64_t seed)
        : engines_(engines),
          asked_(requests),
          lengths_(seed, "split lengths"),
          gaps_(seed, "split arrivals") {
        for (int i = 0; i < engines.prefill_replicas; ++i)
            prefill_.push_back({Replica(*engines.prefill, engines.prefill_limits), {}, {}, 0.0});
        for (int i = 0; i < engines.decode_replicas; ++i)
            decode_.push_back({Replica(*engines.decode, engines.decode_limits), {}, {}, 0.0});
    }

    SplitTimes run() {
        if (!asked_.rate)
            for (int i = 0; i < asked_.clients; ++i) send(0.0);
        double next = asked_.rate ? gaps_.exponential(1.0 / *asked_.rate)
                                  : std::numeric_limits<double>::infinity();
        while (ended_ < asked_.count) {
            Stage* const stage = earliest();
            double const now = stage == nullptr ? next : start_of(*stage);
            if (asked_.rate && sent() < asked_.count && next <= now) {
                send(next);
                next += gaps_.exponential(1.0 / *asked_.rate);
            } else {
                step(*stage);
            }
        }
        return times();
    }

  private:
    [[nodiscard]] int sent() const { return static_cast<int>(requests_.size()); }

    int sample(int most) {
        int const least = std::max(1, static_cast<int>(asked_.least * most));
        return least +
               static_cast<int>(lengths_.uniform_int(static_cast<std::uint64_t>(most - least) + 1));
    }

    void send(double at) {
        if (sent() == asked_.count) return;
        int const prompt = sample(asked_.prompt);
        Stage& to = *std::ranges::min_element(prefill_, {}, &Stage::load);
        if (to.replica.idle() && to.replica.clock() < at) to.replica.wait_until(at);
        to.numbers.push_back(requests_.size());
        requests_.push_back({prompt, sample(asked_.output), at, 0.0, 0.0});
        to.replica.arrive(at, prompt, 1);
    }

    /// When the next pass of a replica with work can begin.
    [[nodiscard]] double start_of(Stage const& stage) const {
        if (!stage.replica.idle()) return stage.replica.clock();
        return std::max(stage.replica.clock(), requests_[stage.pending.front()].ready);
    }

    Stage* earliest() {
        Stage* best = nullptr;
        for (auto* stages : {&prefill_, &decode_})
            for (Stage& stage : *stages)
                if (stage.has_work() && (best == nullptr || start_of(stage) < start_of(*best)))
                    best = &stage;
        return best;
    }

    void take_pending(Stage& stage) {
        if (stage.replica.idle() && !stage.pending.empty())
            stage.replica.wait_until(start_of(stage));
        while (!stage.pending.empty()) {
            SplitRequest& request = requests_[stage.pending.front()];
            if (request.ready > stage.replica.clock() ||
                !stage.replica.start_with(request.prompt, request.output, 1))
                return;
            request.first = stage.replica.clock();
            stage.numbers.push_back(stage.pending.front());
            stage.pending.pop_front();
        }
    }

    void step(Stage& stage) {
        take_pending(stage);
        double const begun = stage.replica.clock();
        Iteration const& iteration = stage.replica.iterate();
        stage.busy += iteration.end - begun;
        bool const decodes = &stage >= decode_.data() && &stage < decode_.data() + decode_.size();
        for (ServedRequest const& done : iteration.ended)
            if (decodes)
                finish(stage.numbers[done.number], iteration.end);
            else
                hand_over(stage.numbers[done.number], iteration.end);
    }

    void hand_over(std::size_t number, double at) {
        SplitRequest& request = requests_[number];
        EngineLimits const& decode = engines_.decode_limits;
        request.ready = at + engines_.transfer_start + decode.arrival +
                        (engines_.transfer + decode.prompt_token) * request.prompt;
        if (request.output < 2) {
            request.first = request.ready;
            finish(number, request.ready);
            return;
        }
        Stage& to = *std::ranges::min_element(decode_, {}, &Stage::load);
        auto place = to.pending.end();
        while (place != to.pending.begin() && requests_[*std::prev(place)].ready > request.ready)
            --place;
        to.pending.insert(place, number);
    }

    void finish(std::size_t number, double at) {
        SplitRequest const& request = requests_[number];
        ++ended_;
        last_ = std::max(last_, at);
        if (number >= static_cast<std::size_t>(asked_.warm_up)) {
            first_.push_back(request.first - request.sent);
            if (request.output > 1) between_.push_back((at - request.first) / (request.output - 1));
        }
        if (!asked_.rate) send(at);
    }

    SplitTimes times() {
        auto const busy = [&](std::vector<Stage> const& stages) {
            double sum = 0.0;
            for (Stage const& stage : stages) sum += stage.busy;
            return sum / (last_ * static_cast<double>(stages.size()));
        };
        return {quantiles_of_split(first_),
                quantiles_of_split(between_),
                static_cast<double>(ended_) / last_,
                busy(prefill_),
                busy(decode_)};
    }

    SplitEngines const& engines_;
    SplitRequests const& asked_;
    RandomStream lengths_;
    RandomStream gaps_;
    std::vector<Stage> prefill_;
    std::vector<Stage> decode_;
    std::vector<SplitRequest> requests_;
    std::vector<double> first_;
    std::vector<double> between_;
    int ended_ = 0;
    double last_ = 0.0;
};

}  // namespace

SplitTimes
split_load(SplitEngines const& engines, SplitRequests const& requests, std::uint64_t seed) {
    return SplitSimulation(engines, requests, seed).run();
}

}  // namespace clustersim
