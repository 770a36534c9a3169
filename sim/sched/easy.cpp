// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/builtin_policies.hpp"
#include "sim/sched/shadow.hpp"

#include <optional>

namespace clustersim {
namespace {

/// EASY backfilling (D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995): only the head of the
/// queue holds a reservation; a later job may start now if it ends by the shadow time or uses
/// nothing that the head will need then.
///
/// Shadow time and extra nodes are computed once per pass. Until a job ends they can only become
/// tighter, so a job that was passed over stays passed over: a pass without a completion only
/// considers newly submitted jobs and keeps the reservation.
class Easy final : public SchedulingPolicy {
  public:
    void pass(ClusterView const& view, Decisions& out) override {
        Tentative now(view, out);
        if (!view.released && shadow_) {
            backfill(now, view.first_new);
            return;
        }
        shadow_.reset();
        PendingQueue const& queue = view.queue;
        auto head = queue.front();
        while (head != queue.end() && now.fits(queue[head])) {
            now.start(head);
            head = queue.next(head);
        }
        if (head == queue.end() || now.free_units() == 0) return;
        auto const second = queue.next(head);
        if (second == queue.end()) return;
        shadow_.emplace(now, queue[head]);
        backfill(now, second);
    }
    [[nodiscard]] std::unique_ptr<SchedulingPolicy> clone() const override {
        return std::make_unique<Easy>(*this);
    }

  private:
    void backfill(Tentative& now, PendingQueue::Slot from) {
        PendingQueue const& queue = now.view().queue;
        std::int64_t const length = (shadow_->at() - now.view().now).count;
        bool const counted = now.view().counted();
        for (auto slot = from; now.free_units() > 0; ++slot) {
            std::int64_t const free = now.free_units();
            slot = queue.find(slot,
                              {.size = free,
                               .length = length,
                               .size_if_longer = counted ? shadow_->extra() : free});
            if (slot == queue.end()) return;
            PendingJob const& job = queue[slot];
            if (!now.fits(job)) continue;
            if (job.requested <= length)
                now.start(slot);
            else
                shadow_->start_long(now, slot);
        }
    }

    std::optional<Shadow> shadow_;  ///< of the head, as long as no job has ended
};

}  // namespace

std::unique_ptr<SchedulingPolicy> make_easy(PoolShape) {
    return std::make_unique<Easy>();
}

}  // namespace clustersim
