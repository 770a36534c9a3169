// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/user_limits.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace clustersim {
namespace {

constexpr std::size_t fewest_at_limit = 10, fewest_limit_days = 3, fewest_released = 3;
/// One start below the limit for this many at it is chance, or the limit was changed.
constexpr std::size_t at_limit_for_one_below = 10;
constexpr std::size_t users_of_common_limit = 3;
constexpr std::int64_t seconds_of_limit_day = 86'400;

/// The most that each user runs and uses at once.
class MostOfUsers final : public PastObserver {
  public:
    explicit MostOfUsers(PastQueue const& past)
        : jobs(past.users.size()), nodes(past.users.size()), past_(past) {}
    void starts(PastQueueState const& state, std::size_t job) override {
        PastQueueJob const& started = past_.jobs[job];
        auto const user = started.user;
        jobs[user] = std::max(jobs[user], state.running_of[user] + 1);
        nodes[user] = std::max(nodes[user], state.in_use_of[user] + started.size);
    }

    std::vector<std::int64_t> jobs, nodes;

  private:
    PastQueue const& past_;
};

/// How often others start in place of a user's jobs at and below one kind of limit.
struct AtLimit {
    std::size_t at = 0, below = 0;
    std::set<std::int64_t> days;

    void add(bool at_limit, std::int64_t now) {
        ++(at_limit ? at : below);
        if (at_limit) days.insert(now / seconds_of_limit_day);
    }
    [[nodiscard]] bool is_limit() const {
        return at >= fewest_at_limit && days.size() >= fewest_limit_days &&
               below * at_limit_for_one_below <= at;
    }
};

class LimitEvidence final : public PastObserver {
  public:
    LimitEvidence(PastQueue const& past, MostOfUsers const& most)
        : by_jobs(past.users.size()),
          by_nodes(past.users.size()),
          released(past.users.size()),
          past_(past),
          most_(most),
          last_(past.users.size(), past.jobs.size()),
          last_end_(past.users.size(), INT64_MIN / 2) {}

    [[nodiscard]] bool compares() const override { return true; }
    void
    instead_of(PastQueueState const& state, std::size_t starting, std::size_t waiting) override {
        PastQueueJob const& job = past_.jobs[waiting];
        auto const user = job.user;
        if (past_.jobs[starting].submit <= job.submit) return;
        if (std::exchange(last_[user], starting) == starting) return;
        auto const now = past_.jobs[starting].start;
        by_jobs[user].add(state.running_of[user] >= most_.jobs[user], now);
        by_nodes[user].add(state.in_use_of[user] + job.size > most_.nodes[user], now);
    }
    void starts(PastQueueState const& state, std::size_t job) override {
        PastQueueJob const& started = past_.jobs[job];
        bool const waited = state.waiting.contains(job);
        if (waited && started.start - last_end_[started.user] <= seen_waiting_s)
            ++released[started.user];
    }
    void ended(PastQueueState const& /*state*/, std::size_t job) override {
        last_end_[past_.jobs[job].user] = past_.jobs[job].end;
    }

    std::vector<AtLimit> by_jobs, by_nodes;
    std::vector<std::size_t> released;

  private:
    PastQueue const& past_;
    MostOfUsers const& most_;
    std::vector<std::size_t> last_;  ///< start that was counted, by user
    std::vector<std::int64_t> last_end_;
};

}  // namespace

std::vector<UserLimit> user_limits(PastQueue const& past) {
    MostOfUsers most(past);
    walk_past(past, most);
    LimitEvidence evidence(past, most);
    walk_past(past, evidence);
    std::vector<UserLimit> out;
    for (std::uint32_t user = 0; user < past.users.size(); ++user) {
        if (evidence.released[user] < fewest_released) continue;
        bool const by_jobs = evidence.by_jobs[user].is_limit();
        AtLimit const& found = by_jobs ? evidence.by_jobs[user] : evidence.by_nodes[user];
        if (!found.is_limit()) continue;
        UserLimit limit{.user = user,
                        .jobs = {},
                        .nodes = {},
                        .at_limit = found.at,
                        .below_limit = found.below,
                        .days = found.days.size(),
                        .released = evidence.released[user]};
        (by_jobs ? limit.jobs : limit.nodes) = by_jobs ? most.jobs[user] : most.nodes[user];
        out.push_back(limit);
    }
    return out;
}

std::vector<QueueLimit> queue_limits(PastQueue const& past, std::vector<UserLimit> const& users) {
    MostOfUsers most(past);
    walk_past(past, most);
    std::map<std::uint32_t, std::set<std::uint32_t>> users_of;
    for (PastQueueJob const& job : past.jobs) users_of[job.queue].insert(job.user);
    std::vector<QueueLimit> out;
    for (auto const& [queue, members] : users_of) {
        std::int64_t highest = 0;
        for (std::uint32_t const user : members) highest = std::max(highest, most.jobs[user]);
        auto const limited =
            std::ranges::count_if(users, [&, &members = members](UserLimit const& one) {
                return one.jobs == highest && members.contains(one.user);
            });
        if (static_cast<std::size_t>(limited) >= users_of_common_limit)
            out.push_back({queue, highest, static_cast<std::size_t>(limited)});
    }
    return out;
}

}  // namespace clustersim
