// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/past_queue.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace clustersim {
namespace {

/// Comparing each start with thousands of waiting jobs would take hours, and adds little.
constexpr std::size_t most_compared = 200;

enum class PastEvent : std::uint8_t { end, waits, start };

struct PastMoment {
    std::int64_t at = 0;
    PastEvent event = PastEvent::end;
    std::size_t job = 0;
    friend auto operator<=>(PastMoment const&, PastMoment const&) = default;
};

class PastWalk {
  public:
    PastWalk(PastQueue const& past, PastObserver& observer) : past_(past), observer_(observer) {
        state_.running_of.resize(past.users.size());
        state_.in_use_of.resize(past.users.size());
        state_.users_of_queue.resize(past.queues.size());
        for (std::size_t i = 0; i < past.jobs.size(); ++i) {
            PastQueueJob const& job = past.jobs[i];
            if (std::min(job.start, past.now) - job.submit > seen_waiting_s)
                moments_.push_back({job.submit + seen_waiting_s, PastEvent::waits, i});
            if (job.start != not_yet) moments_.push_back({job.start, PastEvent::start, i});
            if (job.end != not_yet) moments_.push_back({job.end, PastEvent::end, i});
        }
        std::ranges::sort(moments_);
    }

    void run() {
        std::int64_t last = past_.from;
        for (PastMoment const& one : moments_) {
            if (one.at > last) {
                observer_.quiet(state_, last, one.at);
                last = one.at;
            }
            switch (one.event) {
                case PastEvent::end: end(one.job); break;
                case PastEvent::waits: count_waiting(one.job, true); break;
                case PastEvent::start: start(one.job); break;
            }
        }
        if (past_.now > last) observer_.quiet(state_, last, past_.now);
    }

  private:
    void count_waiting(std::size_t i, bool waits) {
        PastQueueJob const& job = past_.jobs[i];
        if (waits)
            state_.waiting.insert(i);
        else if (state_.waiting.erase(i) == 0)
            return;
        if (job.held_back) return;
        for (auto* users : {&state_.users, &state_.users_of_queue[job.queue]}) {
            std::size_t& jobs = (*users)[job.user];
            jobs += waits ? 1 : std::size_t(-1);
            if (jobs == 0) users->erase(job.user);
        }
        if (waits)
            state_.sizes.insert(job.size);
        else
            state_.sizes.erase(state_.sizes.find(job.size));
    }

    void start(std::size_t i) {
        PastQueueJob const& job = past_.jobs[i];
        // A run of zero seconds has ended before it starts here.
        if (job.end == job.start) return count_waiting(i, false);
        if (observer_.compares()) compare(i);
        observer_.starts(state_, i);
        count_waiting(i, false);
        change_use(job, 1);
    }

    void compare(std::size_t i) {
        PastQueueJob const& job = past_.jobs[i];
        std::size_t compared = 0;
        for (std::size_t const other : state_.waiting) {
            if (compared++ == most_compared) break;
            PastQueueJob const& waiting = past_.jobs[other];
            if (waiting.user != job.user && waiting.size <= job.size && waiting.limit <= job.limit)
                observer_.instead_of(state_, i, other);
        }
    }

    void end(std::size_t i) {
        PastQueueJob const& job = past_.jobs[i];
        if (job.end == job.start) return;
        change_use(job, -1);
        observer_.ended(state_, i);
    }

    void change_use(PastQueueJob const& job, std::int64_t sign) {
        state_.in_use += sign * job.size;
        state_.in_use_of[job.user] += sign * job.size;
        state_.running_of[job.user] += sign;
    }

    PastQueue const& past_;
    PastObserver& observer_;
    std::vector<PastMoment> moments_;
    PastQueueState state_;
};

class HeldBack final : public PastObserver {
  public:
    explicit HeldBack(PastQueue const& past) : past_(past) {}
    [[nodiscard]] bool compares() const override { return true; }
    void instead_of(PastQueueState const& /*state*/,
                    std::size_t starting,
                    std::size_t waiting) override {
        PastQueueJob const& job = past_.jobs[waiting];
        if (past_.jobs[starting].queue == job.queue && past_.jobs[starting].submit > job.submit)
            found.insert(waiting);
    }

    std::set<std::size_t> found;

  private:
    PastQueue const& past_;
};

}  // namespace

PastQueue past_queue(Past const& known, Instant from, Instant now) {
    PastQueue past{
        .from = from.since_origin, .now = now.since_origin, .jobs = {}, .users = {}, .queues = {}};
    for (PastJob const& job : known.jobs) {
        if (job.submit >= now || job.end < from) continue;
        PastQueueJob one{.submit = job.submit.since_origin,
                         .size = std::max(1, job.size()),
                         .user = past.users.number(known.user_of(job)),
                         .queue = past.queues.number(known.queue_of(job))};
        if (job.limit) one.limit = job.limit->count;
        if (job.start < now) one.start = job.start.since_origin;
        if (one.start != not_yet && job.end < now) one.end = job.end.since_origin;
        past.jobs.push_back(one);
    }
    return past;
}

void walk_past(PastQueue const& past, PastObserver& observer) {
    PastWalk(past, observer).run();
}

void mark_held_back(PastQueue& past, std::set<std::uint32_t> const& limited_users) {
    HeldBack observer(past);
    walk_past(past, observer);
    for (std::size_t const job : observer.found) past.jobs[job].held_back = true;
    for (PastQueueJob& job : past.jobs)
        if (limited_users.contains(job.user)) job.held_back = true;
}

}  // namespace clustersim
