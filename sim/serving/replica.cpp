// SPDX-License-Identifier: Apache-2.0
//
// One replica of a model under continuous batching.
//
// Rules. Before each iteration, waiting requests join in order of arrival while the number of running requests and the
// cache allow; the first that does not fit stops the others. A request reserves the cache of its prompt and of its whole
// output, so none is ever stopped. Then one of two kinds of iteration runs:
//   chunked  one token of each generating request; the rest of the pass is filled with prompts in order of arrival, of
//            which the last may be cut
//   first    if prompts wait: whole prompts up to the tokens of a pass, at least one; else one token of each request
// The pass in which a prompt ends generates the first token. Requests with all tokens leave at the end of a pass.
// Source. Yu et al., "Orca", OSDI 2022 (iteration-level scheduling, section 3; reservation of the whole output,
// section 4); TensorRT-LLM, capacity policy GUARANTEED_NO_EVICT, its default; Agrawal et al., "Sarathi-Serve", OSDI
// 2024, section 4 (chunked); Kwon et al., "PagedAttention" (vLLM), SOSP 2023.
// Domain. The length of each output is known, as with benchmarks that ignore the end of a text. vLLM admits more
// requests than fit to their end and recomputes some of them later.
#include "sim/serving/replica.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace clustersim {

Replica::Replica(IterationTime& time, EngineLimits limits) : time_(&time), limits_(limits) {}

bool Replica::later(Generating const& a, Generating const& b) {
    if (a.last_pass != b.last_pass) return a.last_pass > b.last_pass;
    return a.request.number > b.request.number;
}

bool Replica::fits(ServedRequest const& request) const {
    return running() < limits_.sequences && reserved_ + request.tokens() <= limits_.cache_tokens;
}

void Replica::arrive(double at, int prompt, int output, double share) {
    double const ready = at + share * (limits_.arrival + limits_.prompt_token * prompt);
    auto place = waiting_.end();
    while (place != waiting_.begin() && std::prev(place)->ready > ready) --place;
    waiting_.insert(
        place,
        {.number = arrivals_++, .prompt = prompt, .output = output, .arrival = at, .ready = ready});
}

bool Replica::start_with(int prompt, int output, int generated) {
    ServedRequest const request{
        .number = arrivals_, .prompt = prompt, .output = output, .arrival = clock_};
    if (!fits(request)) return false;
    ++arrivals_;
    reserved_ += request.tokens();
    begin_generating(request, generated);
    return true;
}

void Replica::wait_until(double time) {
    CS_ENSURE(idle() && time >= clock_, "only an idle replica waits");
    clock_ = time;
}

void Replica::admit() {
    if (running() == 0)
        clock_ = std::max(clock_, waiting_.front().ready);
    else if (passes_ - polled_ < static_cast<std::uint64_t>(limits_.poll) && passes_ != polled_)
        return;
    polled_ = passes_;
    while (!waiting_.empty() && waiting_.front().ready <= clock_ && fits(waiting_.front())) {
        reserved_ += waiting_.front().tokens();
        prompts_.push_back({waiting_.front()});
        waiting_.pop_front();
    }
}

void Replica::choose_chunks() {
    chunks_.clear();
    bool const whole = limits_.prefill == PrefillPolicy::first;
    int left = limits_.pass_tokens - (whole ? 0 : generating_count_);
    for (Prompt& prompt : prompts_) {
        int const rest = prompt.request.prompt - prompt.done;
        if (whole && rest > left && !chunks_.empty()) break;
        int const taken = whole ? rest : std::min(rest, left);
        if (taken <= 0) break;
        chunks_.push_back({prompt.done, prompt.done + taken, taken == rest});
        prompt.done += taken;
        left -= taken;
    }
}

/// Whether this pass has a token of each generating request.
bool Replica::generate() const {
    return generating_count_ > 0 && (limits_.prefill == PrefillPolicy::chunked || chunks_.empty());
}

void Replica::begin_generating(ServedRequest const& request, int generated) {
    generating_.push_back(
        {passes_ + static_cast<std::uint64_t>(request.output - generated), request});
    std::push_heap(generating_.begin(), generating_.end(), later);
    ++generating_count_;
    read_ += std::int64_t{request.prompt} + generated;
    if (!cohorts_.empty() && cohorts_.back().at == clock_)
        ++cohorts_.back().requests;
    else
        cohorts_.push_back({clock_, 1});
}

void Replica::end_prompts() {
    while (!prompts_.empty() && prompts_.front().done == prompts_.front().request.prompt) {
        ServedRequest request = prompts_.front().request;
        prompts_.pop_front();
        request.first_token = clock_;
        ++now_.generated;
        if (request.output > 1) {
            begin_generating(request, 1);
            continue;
        }
        request.end = clock_;
        reserved_ -= request.tokens();
        now_.ended.push_back(request);
    }
}

void Replica::end_requests() {
    while (!generating_.empty() && generating_.front().last_pass <= passes_) {
        std::pop_heap(generating_.begin(), generating_.end(), later);
        ServedRequest request = generating_.back().request;
        generating_.pop_back();
        --generating_count_;
        --cohorts_.back().requests;  // all have just received a token
        read_ -= request.tokens();
        reserved_ -= request.tokens();
        request.end = clock_;
        now_.ended.push_back(request);
    }
}

/// The mean time of the next passes. It grows linearly with the tokens that they read.
double Replica::pass_time(std::uint64_t passes) const {
    std::int64_t const read = read_ + static_cast<std::int64_t>(passes - 1) * generating_count_ / 2;
    return (*time_)(generate() ? generating_count_ : 0, read, chunks_).si();
}

std::uint64_t Replica::passes_alike(double until) const {
    if (until <= clock_ || !chunks_.empty()) return 1;
    std::uint64_t passes = generating_.front().last_pass - passes_;
    if (!waiting_.empty() && fits(waiting_.front()))
        passes = std::min(passes, static_cast<std::uint64_t>(limits_.poll));
    // Later passes take longer, so the second estimate is nearer.
    for (int i = 0; i < 2 && passes > 1 && std::isfinite(until); ++i) {
        double const begun = std::ceil((until - clock_) / pass_time(i == 0 ? 1 : passes));
        if (begun < static_cast<double>(passes))
            passes = static_cast<std::uint64_t>(std::max(1.0, begun));
    }
    return passes;
}

void Replica::generate_tokens(std::uint64_t passes, double each) {
    for (Cohort const& cohort : cohorts_)
        if (cohort.requests > 0)
            now_.gaps.push_back({now_.start + each - cohort.at, cohort.requests});
    auto const more = static_cast<std::int64_t>(passes - 1) * generating_count_;
    if (more > 0) now_.gaps.push_back({each, more});
    cohorts_.assign(1, {clock_, generating_count_});
    now_.generated = more + generating_count_;
    read_ += more + generating_count_;
    passes_ += passes;
    end_requests();
}

Iteration const& Replica::iterate(double until) {
    admit();
    CS_ENSURE(running() > 0, "an iteration needs a request that fits");
    choose_chunks();
    bool const generates = generate();
    std::uint64_t const passes = generates ? passes_alike(until) : 1;
    now_.start = clock_;
    now_.running = running();
    now_.generated = 0;
    now_.gaps.clear();
    now_.ended.clear();
    double const each = pass_time(passes);
    clock_ += each * static_cast<double>(passes);
    now_.end = clock_;
    if (generates) generate_tokens(passes, each);
    end_prompts();
    return now_;
}

}  // namespace clustersim
