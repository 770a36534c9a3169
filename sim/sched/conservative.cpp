// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/builtin_policies.hpp"
#include "sim/sched/count_profile.hpp"
#include "sim/sched/node_profile.hpp"
#include "sim/sched/tentative.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Conservative backfilling (A. Mu'alem and D. Feitelson, IEEE TPDS 12(6), 2001): every waiting job
/// holds a reservation, made when it joins, at the earliest time that moves no other reservation.
///
/// When a job ends before its estimated end, the profile is rebuilt and the waiting jobs are placed
/// again in queue order ("compression"), once per instant. As long as every job runs for exactly
/// its requested time, no reservation moves.
template <class Profile>
class Conservative final : public SchedulingPolicy {
  public:
    explicit Conservative(PoolShape shape) : profile_(shape) {}

    void pass(ClusterView const& view, Decisions& out) override {
        PendingQueue const& queue = view.queue;
        profile_.advance(view.now);
        auto slot = std::max(queue.front(), view.first_new);
        if (view.ended_early) {
            profile_.rebuild(view);
            places_.clear();
            slot = queue.front();
        }
        for (slot = queue.find(slot, anything); slot != queue.end(); slot = queue.next(slot))
            places_.push_back(profile_.reserve(queue[slot]));
        start_due(view, out);
    }
    [[nodiscard]] Instant next_wakeup() const override { return next_due_; }
    [[nodiscard]] std::unique_ptr<SchedulingPolicy> clone() const override {
        return std::make_unique<Conservative>(*this);
    }

  private:
    static constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    static constexpr PendingQueue::Filter anything{
        .size = any, .length = any, .size_if_longer = any};

    void start_due(ClusterView const& view, Decisions& out) {
        next_due_ = Instant::never();
        bool due = false;
        for (auto const& place : places_) {
            due = due || place.start == view.now;
            if (place.start > view.now) next_due_ = std::min(next_due_, place.start);
        }
        if (!due) return;
        Tentative now(view, out);
        auto slot = view.queue.front();
        for (auto const& place : places_) {
            if (place.start == view.now) {
                if (view.counted())
                    now.start(slot);
                else
                    now.start_on(slot, Profile::nodes_of(place));
            }
            slot = view.queue.next(slot);
        }
        std::erase_if(places_, [&](auto const& place) { return place.start == view.now; });
    }

    Profile profile_;
    std::vector<typename Profile::Place> places_;  ///< one per waiting job, in queue order
    Instant next_due_ = Instant::never();
};

}  // namespace

std::unique_ptr<SchedulingPolicy> make_conservative(PoolShape shape) {
    if (shape.units_per_node == 1) return std::make_unique<Conservative<CountProfile>>(shape);
    return std::make_unique<Conservative<NodeProfile>>(shape);
}

}  // namespace clustersim
