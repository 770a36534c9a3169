// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/friction.hpp"

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

/// If jobs have nodes for themselves, a log shows too many nodes in use only for moments, because
/// jobs end late.
constexpr double most_time_above = 0.01;

class InUse final : public PastObserver {
  public:
    explicit InUse(std::optional<std::int64_t> nominal) : nominal_(nominal) {}
    void quiet(PastQueueState const& state, std::int64_t from, std::int64_t to) override {
        most = std::max(most, state.in_use);
        all_ += to - from;
        if (nominal_ && state.in_use > *nominal_) above_ += to - from;
    }
    [[nodiscard]] bool is_possible() const {
        return nominal_ &&
               static_cast<double>(above_) <= most_time_above * static_cast<double>(all_);
    }
    std::int64_t most = 0;

  private:
    std::optional<std::int64_t> nominal_;
    std::int64_t all_ = 0, above_ = 0;
};

/// The users with a limit of their own, and those who use a queue that limits all its users.
std::set<std::uint32_t> limited_users(PastQueue const& past, Friction const& friction) {
    std::set<std::uint32_t> out;
    for (UserLimit const& one : friction.user_limits) out.insert(one.user);
    for (PastQueueJob const& job : past.jobs)
        if (std::ranges::find(friction.queue_limits, job.queue, &QueueLimit::queue) !=
            friction.queue_limits.end())
            out.insert(job.user);
    return out;
}

}  // namespace

Friction
infer_friction(Past const& known, Instant from, Instant now, std::optional<std::int64_t> nominal) {
    PastQueue past = past_queue(known, from, now);
    Friction out;
    out.user_limits = user_limits(past);
    out.queue_limits = queue_limits(past, out.user_limits);
    out.offsets = order_offsets(past, out.user_limits);
    mark_held_back(past, limited_users(past, out));
    InUse in_use(nominal);
    walk_past(past, in_use);
    out.from = past.jobs.empty() ? past.from : std::max(past.from, past.jobs.front().submit);
    out.now = past.now;
    out.most_in_use = in_use.most;
    out.jobs = past.jobs.size();
    out.held_back =
        static_cast<std::size_t>(std::ranges::count(past.jobs, true, &PastQueueJob::held_back));
    if (in_use.is_possible()) out.nominal = nominal;
    out.closed = closed_queues(past);
    if (out.nominal) out.lost = lost_capacity(past, *out.nominal, out.closed);
    out.users = past.users.names();
    out.queues = past.queues.names();
    return out;
}

}  // namespace clustersim
