// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/simulated_waits.hpp"

#include "sim/history/friction/counted_queue.hpp"
#include "sim/history/friction/friction_ahead.hpp"
#include "sim/history/friction/run_shares.hpp"
#include "sim/study/parallel.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace clustersim {
namespace {

constexpr std::int64_t week_s = 7 * 86'400;
constexpr std::uint64_t most_weeks = 8;

/// The jobs that ran and waited at the submission of a job.
struct StateThen {
    std::vector<std::size_t> running, waiting;
    std::int64_t most_in_use = 0;  ///< so far
};

/// Goes through the past from one question to the next.
class StatesThen {
  public:
    explicit StatesThen(PastQueue const& past) : past_(past), starts_(past.jobs.size()) {
        std::iota(starts_.begin(), starts_.end(), std::size_t{0});
        ends_ = starts_;
        std::ranges::stable_sort(
            starts_, {}, [&](std::size_t i) { return past.jobs[i].start; });
        std::ranges::stable_sort(ends_, {}, [&](std::size_t i) { return past.jobs[i].end; });
    }

    /// The state when `asked` was submitted, which comes after the one before.
    StateThen at(std::size_t asked) {
        auto const now = past_.jobs[asked].submit;
        for (; next_submit_ < asked; ++next_submit_) waiting_.insert(next_submit_);
        while (next_start_ < starts_.size() && past_.jobs[starts_[next_start_]].start < now) {
            auto const job = starts_[next_start_++];
            auto const start = past_.jobs[job].start;
            for (; next_end_ < ends_.size() && past_.jobs[ends_[next_end_]].end <= start;
                 ++next_end_)
                leave(ends_[next_end_]);
            waiting_.erase(job);
            if (past_.jobs[job].end <= start) continue;
            running_.insert(job);
            in_use_ += past_.jobs[job].size;
            most_ = std::max(most_, in_use_);
        }
        for (; next_end_ < ends_.size() && past_.jobs[ends_[next_end_]].end < now; ++next_end_)
            leave(ends_[next_end_]);
        return {{running_.begin(), running_.end()}, {waiting_.begin(), waiting_.end()}, most_};
    }

  private:
    void leave(std::size_t job) {
        if (running_.erase(job) > 0) in_use_ -= past_.jobs[job].size;
    }

    PastQueue const& past_;
    std::vector<std::size_t> starts_, ends_;  ///< jobs by their start and end
    std::set<std::size_t> running_, waiting_;
    std::size_t next_start_ = 0, next_end_ = 0, next_submit_ = 0;
    std::int64_t in_use_ = 0, most_ = 0;
};

/// The friction, with users and queues by their numbers in the whole past.
struct KnownFriction {
    Friction const* inferred = nullptr;
    CountedLimits limits;
    std::vector<std::uint32_t> queues;  ///< by position in Friction::queues
    std::map<std::uint32_t, std::int64_t> ahead_of_queue, ahead_of_user;
};

std::map<std::string, std::uint32_t> numbers_of(std::vector<std::string> const& names) {
    std::map<std::string, std::uint32_t> out;
    for (std::uint32_t i = 0; i < names.size(); ++i) out[names[i]] = i;
    return out;
}

KnownFriction known_friction(Friction const& friction, PastQueue const& past) {
    KnownFriction out{.inferred = &friction,
                      .limits = {},
                      .queues = {},
                      .ahead_of_queue = {},
                      .ahead_of_user = {}};
    auto const users = numbers_of(past.users.names());
    auto const queues = numbers_of(past.queues.names());
    for (std::string const& name : friction.queues) out.queues.push_back(queues.at(name));
    for (UserLimit const& one : friction.user_limits) {
        auto const user = users.at(friction.users[one.user]);
        if (one.jobs)
            out.limits.jobs_of_user[user] = *one.jobs;
        else
            out.limits.nodes_of_user[user] = *one.nodes;
    }
    for (QueueLimit const& one : friction.queue_limits)
        out.limits.jobs_in_queue[out.queues[one.queue]] = one.jobs;
    for (OrderOffset const& one : friction.offsets)
        if (one.of_user)
            out.ahead_of_user[users.at(friction.users[one.name])] = one.ahead_s;
        else
            out.ahead_of_queue[out.queues[one.name]] = one.ahead_s;
    return out;
}

std::int64_t ahead(std::map<std::uint32_t, std::int64_t> const& offsets, std::uint32_t name) {
    auto const at = offsets.find(name);
    return at == offsets.end() ? 0 : at->second;
}

std::vector<CountedChange>
changes_of(KnownFriction const& known, std::int64_t now, std::int64_t nodes, RandomStream& random) {
    std::vector<CountedChange> out;
    auto const future = sample_friction(*known.inferred, simulated_horizon.count, random);
    for (LossAhead const& one : future.losses) {
        out.push_back({now + one.from, {}, false, nodes - one.nodes});
        out.push_back({now + one.until, {}, false, nodes});
    }
    for (ClosureAhead const& one : future.closures) {
        out.push_back({now + one.from, known.queues[one.queue], true, 0});
        out.push_back({now + one.until, known.queues[one.queue], false, 0});
    }
    return out;
}

/// One future of one question.
class WaitSample {
  public:
    WaitSample(PastQueue const& past,
               RunShares const& runs,
               KnownFriction const* friction,
               std::uint64_t seed,
               std::uint64_t number)
        : past_(past),
          runs_(runs),
          friction_(friction),
          run_times_(seed, "simulated run times", number),
          arrivals_(seed, "simulated arrivals", number),
          losses_(seed, "simulated friction", number) {}

    std::int64_t wait(std::size_t asked, StateThen const& then, std::int64_t nodes) {
        now_ = past_.jobs[asked].submit;
        CountedQueue queue(now_,
                           nodes,
                           friction_ != nullptr ? friction_->limits : CountedLimits{},
                           friction_ != nullptr ? changes_of(*friction_, now_, nodes, losses_)
                                                : std::vector<CountedChange>{});
        for (std::size_t const job : then.running)
            queue.add_running(sampled(job, 0), past_.jobs[job].start);
        for (std::size_t const job : then.waiting) queue.submit(sampled(job, 0));
        auto const number = queue.submit(sampled(asked, 0));
        auto const most_waiting = queue.waiting() + std::max<std::size_t>(50, queue.waiting() / 4);
        auto const end = now_ + simulated_horizon.count;
        enter_week();
        while (next_ < past_.jobs.size()) {
            auto const at = past_.jobs[next_].submit + shift_;
            if (past_.jobs[next_].submit >= now_ || at >= week_end_) {
                enter_week();
                continue;
            }
            if (at > end) break;
            if (queue.run_until(at, number)) break;
            if (queue.waiting() < most_waiting) queue.submit(sampled(next_, shift_));
            ++next_;
        }
        queue.run_until(end, number);
        return queue.start_of(number).value_or(end) - now_;
    }

  private:
    /// A job as it was known at the question, moved by `shift` seconds.
    CountedJob sampled(std::size_t number, std::int64_t shift) {
        PastQueueJob const& job = past_.jobs[number];
        CountedJob out{.submit = job.submit + shift,
                       .size = job.size,
                       .limit = limit_or_week(job.limit),
                       .run = 0,
                       .user = job.user,
                       .queue = job.queue,
                       .order = job.submit + shift};
        if (friction_ != nullptr)
            out.order -= ahead(friction_->ahead_of_queue, job.queue) +
                         ahead(friction_->ahead_of_user, job.user);
        bool const ended = job.end < now_;
        auto const elapsed = shift == 0 && job.start < now_ ? now_ - job.start : 0;
        double const chance = run_times_.uniform01();
        out.run = ended ? job.end - job.start : runs_.draw(job.user, out.limit, elapsed, chance);
        return out;
    }

    /// Continues with the submissions of a week of the past, or with none if no week is complete.
    void enter_week() {
        auto const weeks = (now_ - past_.jobs.front().submit) / week_s;
        if (weeks < 1) {
            next_ = past_.jobs.size();
            return;
        }
        auto const back = 1 + static_cast<std::int64_t>(arrivals_.uniform_int(
                                  std::min(most_weeks, static_cast<std::uint64_t>(weeks))));
        shift_ = (back + entered_) * week_s;
        week_end_ = now_ + (entered_ + 1) * week_s;
        ++entered_;
        next_ = static_cast<std::size_t>(
            std::ranges::lower_bound(past_.jobs, now_ - back * week_s, {}, &PastQueueJob::submit) -
            past_.jobs.begin());
    }

    PastQueue const& past_;
    RunShares const& runs_;
    KnownFriction const* friction_;
    RandomStream run_times_, arrivals_, losses_;
    std::int64_t now_ = 0, shift_ = 0, week_end_ = 0, entered_ = 0;
    std::size_t next_ = 0;
};

/// What was inferred at one instant.
struct KnownThen {
    Friction friction;
    KnownFriction known;
    RunShares runs;
};

}  // namespace

std::optional<SimulatedWaits> simulated_waits(Past const& log,
                                              std::optional<std::int64_t> nodes,
                                              std::span<AskedWait const> asked,
                                              SimulationOptions const& options) {
    // The number of questions whose states are held at once.
    constexpr std::size_t at_once = 1024;
    if (asked.empty()) return SimulatedWaits{};
    auto const past = past_queue(log, log.jobs.front().submit, Instant::never());
    StatesThen states_then(past);
    std::map<Instant, KnownThen> known;
    SimulatedWaits out;
    out.clean.resize(asked.size());
    out.with_friction.resize(asked.size());
    for (std::size_t first = 0; first < asked.size(); first += at_once) {
        auto const count = std::min(at_once, asked.size() - first);
        std::vector<StateThen> states;
        for (std::size_t i = first; i < first + count; ++i) {
            states.push_back(states_then.at(asked[i].job));
            auto const until = asked[i].known_until;
            if (known.contains(until)) continue;
            if (options.work.is_interrupted()) return std::nullopt;
            auto const from = until - friction_memory;
            KnownThen& then = known[until];
            auto const most = std::max<std::int64_t>(1, states.back().most_in_use);
            then.friction = infer_friction(log, from, until, nodes.value_or(most));
            then.known = known_friction(then.friction, past);
            then.runs = RunShares(past, from.since_origin, until.since_origin);
        }
        auto const simulate = [&](std::size_t k) {
            std::size_t const i = first + k;
            KnownThen const& then = known.at(asked[i].known_until);
            auto const size = nodes.value_or(states[k].most_in_use);
            auto const machine = std::max(size, past.jobs[asked[i].job].size);
            for (std::size_t s = 0; s < options.samples; ++s) {
                // By job, so that other questions do not change its answer.
                auto const number = asked[i].job * options.samples + s;
                for (auto* waits : {&out.clean, &out.with_friction}) {
                    WaitSample sample(past,
                                      then.runs,
                                      waits == &out.clean ? nullptr : &then.known,
                                      options.seed,
                                      number);
                    (*waits)[i].push_back(sample.wait(asked[i].job, states[k], machine));
                }
            }
        };
        if (!run_parallel(count, options.work.part(first, asked.size()), simulate))
            return std::nullopt;
    }
    for (auto& [until, then] : known) out.frictions.push_back(std::move(then.friction));
    return out;
}

}  // namespace clustersim
