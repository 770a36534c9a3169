// SPDX-License-Identifier: Apache-2.0
//
// Max-min fair shares by progressive filling.
//
// Equation. All rates rise together from zero; when a link is full, the flows that cross it keep
// their rate, and the others rise further. The next link to fill is the one with the smallest
//   (capacity - rates of its fixed flows) / flows that still rise,
// which never falls while flows are fixed at lower rates, so a heap whose entries may be too low
// finds it.
// Source. Bertsekas, Gallager, "Data Networks", 2nd ed. (1992), section 6.5.2.
// Domain. Long-lived flows under a fair transport, which credit-based fabrics approximate. No
// round-trip bias, no head-of-line blocking, no load-dependent routing.
#include "models/flow/max_min.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace clustersim {
namespace {

constexpr double unset = -1.0;

struct Later {
    template <class Turn>
    bool operator()(Turn const& a, Turn const& b) const {
        if (a.level != b.level) return a.level > b.level;
        return a.link > b.link;
    }
};

}  // namespace

MaxMin::MaxMin(std::span<Bandwidth const> capacities)
    : left_(capacities.size()),
      waiting_(capacities.size(), 0),
      begin_(capacities.size()),
      end_(capacities.size()) {
    capacity_.reserve(capacities.size());
    for (Bandwidth const capacity : capacities) {
        CS_ENSURE(capacity.si() >= 0.0, "a link has a capacity");
        capacity_.push_back(capacity.si());
    }
}

void MaxMin::push(LinkIndex link) {
    turns_.push_back({std::max(0.0, left_[link]) / waiting_[link], link});
    std::ranges::push_heap(turns_, Later{});
}

/// Groups the crossings by link.
void MaxMin::load(Routes const& routes) {
    used_.clear();
    turns_.clear();
    for (LinkIndex const link : routes.crossings()) {
        CS_ENSURE(link < capacity_.size(), "a route crosses known links");
        if (waiting_[link]++ == 0) used_.push_back(link);
    }
    std::uint32_t next = 0;
    for (LinkIndex const link : used_) {
        left_[link] = capacity_[link];
        begin_[link] = end_[link] = next;
        next += waiting_[link];
    }
    crossers_.resize(next);
    for (std::size_t flow = 0; flow < routes.size(); ++flow)
        for (LinkIndex const link : routes[flow])
            crossers_[end_[link]++] = static_cast<std::uint32_t>(flow);
    for (LinkIndex const link : used_) push(link);
}

void MaxMin::fix(Routes const& routes, std::size_t flow, double rate) {
    rate_[flow] = bytes_per_second(rate);
    for (LinkIndex const link : routes[flow]) {
        left_[link] -= rate;
        --waiting_[link];
    }
}

void MaxMin::fill_links(Routes const& routes, std::span<Bandwidth const> limits) {
    std::size_t limited = 0;
    double level = 0.0;
    auto const free = [&](std::size_t flow) { return rate_[flow].si() == unset; };
    while (!turns_.empty()) {
        Turn const turn = turns_.front();
        // A flow's own limit ends its rise as a full link does.
        if (limited < by_limit_.size() && limits[by_limit_[limited]].si() <= turn.level) {
            std::uint32_t const flow = by_limit_[limited++];
            if (free(flow)) fix(routes, flow, limits[flow].si());
            continue;
        }
        std::ranges::pop_heap(turns_, Later{});
        turns_.pop_back();
        LinkIndex const link = turn.link;
        if (waiting_[link] == 0) continue;
        if (std::max(0.0, left_[link]) / waiting_[link] > turn.level) {
            push(link);
            continue;
        }
        level = std::max(level, turn.level);
        for (std::uint32_t at = begin_[link]; at < end_[link]; ++at)
            if (free(crossers_[at])) fix(routes, crossers_[at], level);
    }
}

std::vector<Bandwidth> const& MaxMin::shares(Routes const& routes,
                                             std::span<Bandwidth const> limits) {
    CS_ENSURE(limits.empty() || limits.size() == routes.size(), "every flow has a limit");
    rate_.assign(routes.size(), bytes_per_second(unset));
    by_limit_.resize(limits.size());
    std::iota(by_limit_.begin(), by_limit_.end(), 0U);
    std::ranges::stable_sort(by_limit_, {}, [&](std::uint32_t flow) { return limits[flow]; });
    load(routes);
    fill_links(routes, limits);
    for (std::size_t flow = 0; flow < routes.size(); ++flow) {
        if (rate_[flow].si() != unset) continue;
        rate_[flow] = limits.empty() ? bytes_per_second(std::numeric_limits<double>::infinity())
                                     : limits[flow];
    }
    return rate_;
}

std::vector<Bandwidth> max_min_shares(std::span<Bandwidth const> capacities,
                                      Routes const& routes,
                                      std::span<Bandwidth const> limits) {
    return MaxMin(capacities).shares(routes, limits);
}

}  // namespace clustersim
