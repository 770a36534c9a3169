// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/builtin_policies.hpp"
#include "sim/sched/tentative.hpp"

namespace clustersim {
namespace {

/// First come, first served: the head of the queue starts as soon as it fits, and no job passes it.
class Fcfs final : public SchedulingPolicy {
  public:
    void pass(ClusterView const& view, Decisions& out) override {
        Tentative now(view, out);
        PendingQueue const& queue = view.queue;
        for (auto slot = queue.front(); slot != queue.end(); slot = queue.next(slot)) {
            if (!now.fits(queue[slot])) return;
            now.start(slot);
        }
    }
    [[nodiscard]] std::unique_ptr<SchedulingPolicy> clone() const override {
        return std::make_unique<Fcfs>(*this);
    }
};

}  // namespace

std::unique_ptr<SchedulingPolicy> make_fcfs(PoolShape) {
    return std::make_unique<Fcfs>();
}

}  // namespace clustersim
