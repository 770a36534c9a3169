// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/lost_capacity.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

namespace clustersim {
namespace {

class ClosedQueues final : public PastObserver {
  public:
    explicit ClosedQueues(PastQueue const& past) : past_(past), at_(past.queues.size()) {}

    void quiet(PastQueueState const& state, std::int64_t from, std::int64_t to) override {
        while (!opening_.empty() && opening_.front().closed.until + seen_waiting_s <= from) {
            decide(opening_.front(), &state);
            opening_.pop_front();
        }
        for (std::size_t q = 0; q < at_.size(); ++q) {
            Watched& one = at_[q];
            one.usable = std::max(one.usable, state.in_use);
            if (state.users_of_queue[q].size() < 2) {
                one.since.reset();
                one.evidence = 0;
                continue;
            }
            bool const fit = state.all_fit(one.usable - state.in_use);
            if (!one.since && fit) one.since = from;
            if (one.since && fit) one.evidence += to - from;
        }
    }

    void starts(PastQueueState const& /*state*/, std::size_t job) override {
        PastQueueJob const& started = past_.jobs[job];
        confirm(started);
        Watched const one = std::exchange(at_[started.queue], {});
        if (one.since && one.evidence >= shortest_friction_s) {
            ClosedQueue closed;
            closed.from = *one.since;
            closed.until = started.start;
            closed.queue = started.queue;
            opening_.push_back({closed, one.usable, {}});
            confirm(started);
        }
    }

    std::vector<ClosedQueue> finish() {
        for (std::size_t q = 0; q < at_.size(); ++q) {
            if (!at_[q].since || at_[q].evidence < shortest_friction_s) continue;
            ClosedQueue closed;
            closed.from = *at_[q].since;
            closed.until = past_.now;
            closed.goes_on = true;
            closed.queue = static_cast<std::uint32_t>(q);
            out_.push_back(closed);
        }
        for (Opening& one : opening_) decide(one, nullptr);
        std::ranges::sort(
            out_, {}, [](ClosedQueue const& one) { return std::pair(one.from, one.queue); });
        return std::move(out_);
    }

  private:
    struct Watched {
        std::optional<std::int64_t> since;
        std::int64_t usable = 0;  ///< the most in use since the last start of the queue
        std::int64_t evidence = 0;
    };
    struct Opening {
        ClosedQueue closed;
        std::int64_t usable = 0;
        std::set<std::uint32_t> users;
    };

    /// A job that starts just after a queue opens shows that it waited for that.
    void confirm(PastQueueJob const& started) {
        for (Opening& one : opening_)
            if (one.closed.queue == started.queue && !started.held_back &&
                started.submit + seen_waiting_s < one.closed.until)
                one.users.insert(started.user);
    }
    /// If jobs of the queue that would fit still wait, nodes are lost, and the queue was not
    /// closed.
    void decide(Opening& one, PastQueueState const* state) {
        one.closed.users = one.users.size();
        bool const still_wait = state != nullptr &&
                                !state->users_of_queue[one.closed.queue].empty() &&
                                state->all_fit(one.usable - state->in_use);
        if (one.closed.users >= 2 && !still_wait) out_.push_back(one.closed);
    }

    PastQueue const& past_;
    std::vector<Watched> at_;  ///< by queue
    std::deque<Opening> opening_;
    std::vector<ClosedQueue> out_;
};

class LostNodes final : public PastObserver {
  public:
    LostNodes(std::int64_t nominal, std::vector<ClosedQueue> const& closed)
        : nominal_(nominal), closed_(closed) {}

    void quiet(PastQueueState const& state, std::int64_t from, std::int64_t to) override {
        while (next_closed_ < closed_.size() && closed_[next_closed_].from <= from)
            closed_until_ = std::max(closed_until_, closed_[next_closed_++].until);
        bool const evidence = from >= closed_until_ && state.all_fit(nominal_ - state.in_use);
        if (!evidence) {
            open_ = started_ = false;
            highest_between_ = std::max(highest_between_, state.in_use);
            return;
        }
        if (!open_) begin(from);
        bool const after_start = std::exchange(started_, false) && std::exchange(open_, true);
        open_ = true;
        Span& last = spans_.back();
        last.lost.until = to;
        last.peak = std::max(last.peak, state.in_use);
        last.least = std::min(last.least, state.in_use);
        if (after_start) {
            ++last.lost.starts;
            last.lost.usable = std::max(last.lost.usable, state.in_use);
        }
        last.node_seconds += static_cast<double>(state.in_use) * static_cast<double>(to - from);
        last.evidence += to - from;
        highest_between_ = 0;
    }

    void starts(PastQueueState const& /*state*/, std::size_t /*job*/) override { started_ = true; }

    std::vector<LostCapacity> finish(std::int64_t now) {
        join();
        std::vector<LostCapacity> out;
        for (Span& one : spans_) {
            if (one.evidence < shortest_friction_s) continue;
            if (one.lost.starts == 0) one.lost.usable = one.least;
            one.lost.in_use = one.node_seconds / static_cast<double>(one.evidence);
            out.push_back(one.lost);
        }
        if (!out.empty() && spans_.back().lost.from == out.back().from)
            out.back().goes_on = now - out.back().until <= out.back().length() &&
                                 highest_between_ <= spans_.back().peak;
        return out;
    }

  private:
    struct Span {
        LostCapacity lost;
        double node_seconds = 0.0;
        std::int64_t evidence = 0;
        std::int64_t peak = 0, least = not_yet;  ///< nodes in use
        std::int64_t highest_before = 0;         ///< in use between the span before and this one
    };

    void begin(std::int64_t from) {
        Span span;
        span.lost.from = from;
        span.highest_before = highest_between_;
        spans_.push_back(span);
    }

    /// Joins neighbouring spans that nothing divides.
    void join() {
        std::vector<Span> joined;
        for (Span const& one : spans_) {
            if (!joined.empty()) {
                Span& last = joined.back();
                bool const near = one.lost.from - last.lost.until <= last.lost.length();
                if (near && one.highest_before <= std::max(one.peak, last.peak)) {
                    last.lost.until = one.lost.until;
                    last.lost.usable = std::max(last.lost.usable, one.lost.usable);
                    last.peak = std::max(last.peak, one.peak);
                    last.least = std::min(last.least, one.least);
                    last.lost.starts += one.lost.starts;
                    last.node_seconds += one.node_seconds;
                    last.evidence += one.evidence;
                    continue;
                }
            }
            joined.push_back(one);
        }
        spans_ = std::move(joined);
    }

    std::int64_t nominal_;
    std::vector<ClosedQueue> const& closed_;
    std::size_t next_closed_ = 0;
    std::int64_t closed_until_ = std::numeric_limits<std::int64_t>::min();
    bool open_ = false, started_ = false;
    std::int64_t highest_between_ = 0;
    std::vector<Span> spans_;
};

}  // namespace

std::vector<ClosedQueue> closed_queues(PastQueue const& past) {
    ClosedQueues observer(past);
    walk_past(past, observer);
    return observer.finish();
}

std::vector<LostCapacity>
lost_capacity(PastQueue const& past, std::int64_t nominal, std::vector<ClosedQueue> const& closed) {
    LostNodes observer(nominal, closed);
    walk_past(past, observer);
    return observer.finish(past.now);
}

}  // namespace clustersim
