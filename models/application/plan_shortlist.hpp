// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/found_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace clustersim {

/// Keeps the fastest few plans.
class Shortlist {
  public:
    /// Keeps `keep` plans; of plans with the same step time only one, if `merge_equals`.
    Shortlist(std::size_t keep, bool merge_equals) : keep_(keep), merge_(merge_equals) {
        found_.reserve(keep_ + 1);
    }

    void offer(FoundPlan const& plan) {
        if (merge_ && merged(plan)) return;
        if (found_.size() == keep_ && !better(plan, found_.back())) return;
        found_.insert(std::ranges::upper_bound(found_, plan, better), plan);
        if (found_.size() > keep_) found_.pop_back();
    }
    [[nodiscard]] std::vector<FoundPlan> take() { return std::move(found_); }

  private:
    /// The faster one; of two equally fast ones, the one that needs less memory.
    static bool better(FoundPlan const& a, FoundPlan const& b) {
        if (a.step.total != b.step.total) return a.step.total < b.step.total;
        return a.step.memory.total() < b.step.memory.total();
    }

    /// Joins the plan to the one with the same step time, if there is one.
    bool merged(FoundPlan const& plan) {
        auto const time = [](FoundPlan const& one) { return one.step.total; };
        auto const at = std::ranges::lower_bound(found_, plan.step.total, {}, time);
        if (at == found_.end() || at->step.total != plan.step.total) return false;
        std::size_t const equals = at->equals + 1;
        if (better(plan, *at)) *at = plan;
        at->equals = equals;
        return true;
    }

    std::size_t keep_;
    bool merge_;
    std::vector<FoundPlan> found_;
};

}  // namespace clustersim
