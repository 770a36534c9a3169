// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/friction_ahead.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// The spans of one kind: those that ended, and the one that has not ended yet.
template <class Span>
struct Spans {
    std::vector<Span> ended;
    Span const* now = nullptr;
    double between_s = 0.0;  ///< mean time between them

    Spans(std::vector<Span> const& all, std::int64_t observed) {
        double inside = 0.0;
        for (Span const& one : all) {
            inside += static_cast<double>(one.length());
            if (one.goes_on)
                now = &one;
            else
                ended.push_back(one);
        }
        constexpr double shortest = static_cast<double>(shortest_friction_s);
        between_s = std::max(shortest,
                             (static_cast<double>(observed) - inside) /
                                 static_cast<double>(std::max<std::size_t>(1, all.size())));
    }
};

/// How much longer the span that has not ended yet lasts.
template <class Span>
std::int64_t still(Spans<Span> const& spans, RandomStream& random) {
    std::vector<std::int64_t> longer;
    for (Span const& one : spans.ended)
        if (one.length() > spans.now->length())
            longer.push_back(one.length() - spans.now->length());
    auto const pick = random.uniform_int(longer.size() + 1);
    return pick < longer.size() ? longer[pick] : spans.now->length();
}

/// Calls add(from, until, span) for each span of one future.
template <class Span, class Add>
void sample_spans(Spans<Span> const& spans,
                  std::int64_t horizon,
                  RandomStream& random,
                  Add const& add) {
    std::int64_t at = 0;
    if (spans.now != nullptr) {
        at = still(spans, random);
        add(0, at, *spans.now);
    }
    while (!spans.ended.empty()) {
        at += 1 + std::llround(random.exponential(spans.between_s));
        if (at >= horizon) return;
        Span const& one = spans.ended[random.uniform_int(spans.ended.size())];
        add(at, at + one.length(), one);
        at += one.length();
    }
}

}  // namespace

FrictionAhead
sample_friction(Friction const& friction, std::int64_t horizon, RandomStream& random) {
    FrictionAhead out;
    auto const observed = friction.now - friction.from;
    if (!friction.lost.empty())
        sample_spans(Spans<LostCapacity>(friction.lost, observed),
                     horizon,
                     random,
                     [&](std::int64_t from, std::int64_t until, LostCapacity const& one) {
                         out.losses.push_back({from, until, *friction.nominal - one.usable});
                     });
    for (std::uint32_t queue = 0; queue < friction.queues.size(); ++queue) {
        std::vector<ClosedQueue> closed;
        for (ClosedQueue const& one : friction.closed)
            if (one.queue == queue) closed.push_back(one);
        if (closed.empty()) continue;
        sample_spans(Spans<ClosedQueue>(closed, observed),
                     horizon,
                     random,
                     [&](std::int64_t from, std::int64_t until, ClosedQueue const& /*one*/) {
                         out.closures.push_back({from, until, queue});
                     });
    }
    return out;
}

}  // namespace clustersim
