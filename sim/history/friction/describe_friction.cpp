// SPDX-License-Identifier: Apache-2.0
#include "sim/core/human.hpp"
#include "sim/core/time.hpp"
#include "sim/history/friction/friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

std::string span_text(double seconds) {
    return human(Seconds{std::llround(seconds)}.duration());
}

template <class Span>
double mean_length(std::vector<Span> const& spans) {
    double sum = 0.0;
    for (Span const& one : spans) sum += static_cast<double>(one.length());
    return sum / static_cast<double>(spans.size());
}

std::string lost_text(Friction const& friction, double days) {
    double nodes = 0.0;
    double time = 0.0;
    for (LostCapacity const& one : friction.lost) {
        nodes +=
            static_cast<double>(*friction.nominal - one.usable) * static_cast<double>(one.length());
        time += static_cast<double>(one.length());
    }
    return fmt::format("lost capacity: {} times in {:.3g} days, {} on average, {:.3g} of {} nodes "
                       "while it lasts{}",
                       friction.lost.size(),
                       days,
                       span_text(mean_length(friction.lost)),
                       nodes / time,
                       *friction.nominal,
                       friction.lost.back().goes_on ? "; it goes on now" : "");
}

std::string closed_text(Friction const& friction, std::uint32_t queue, double days) {
    std::vector<ClosedQueue> spans;
    for (ClosedQueue const& one : friction.closed)
        if (one.queue == queue) spans.push_back(one);
    return fmt::format("{} closed: {} times in {:.3g} days, {} on average{}",
                       friction.queues[queue].empty() ? "queue" : friction.queues[queue],
                       spans.size(),
                       days,
                       span_text(mean_length(spans)),
                       spans.back().goes_on ? "; it is closed now" : "");
}

std::string limit_text(Friction const& friction, UserLimit const& limit) {
    return fmt::format("limit of user {}: {} {} at once ({} starts of others at it, {} below it)",
                       friction.users[limit.user],
                       limit.jobs ? *limit.jobs : *limit.nodes,
                       limit.jobs ? "running jobs" : "nodes",
                       limit.at_limit,
                       limit.below_limit);
}

std::string offset_text(Friction const& friction, OrderOffset const& offset) {
    return fmt::format(
        "order: jobs of {} {} come {} {} than by their submission ({} pairs of jobs, {:.0f} % "
        "in the wrong order without this, {:.0f} % with it)",
        offset.of_user ? "user" : "queue",
        offset.of_user ? friction.users[offset.name] : friction.queues[offset.name],
        span_text(std::abs(static_cast<double>(offset.ahead_s))),
        offset.ahead_s > 0 ? "earlier" : "later",
        offset.pairs,
        100.0 * offset.misordered,
        100.0 * offset.misordered_with);
}

}  // namespace

std::vector<std::string> describe(Friction const& friction) {
    std::vector<std::string> out;
    double const days = static_cast<double>(friction.now - friction.from) / 86'400.0;
    if (!friction.nominal)
        out.emplace_back(
            "lost capacity: not inferred, because more nodes were in use at once than the machine "
            "has, or their number is not known");
    if (!friction.lost.empty()) out.push_back(lost_text(friction, days));
    for (std::uint32_t queue = 0; queue < friction.queues.size(); ++queue)
        if (std::ranges::find(friction.closed, queue, &ClosedQueue::queue) != friction.closed.end())
            out.push_back(closed_text(friction, queue, days));
    for (QueueLimit const& one : friction.queue_limits)
        out.push_back(fmt::format("limit of each user in {}: {} running jobs ({} users reach it, "
                                  "nobody exceeds it)",
                                  friction.queues[one.queue],
                                  one.jobs,
                                  one.users));
    for (UserLimit const& one : friction.user_limits) out.push_back(limit_text(friction, one));
    for (OrderOffset const& one : friction.offsets) out.push_back(offset_text(friction, one));
    return out;
}

}  // namespace clustersim
