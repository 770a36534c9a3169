// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/found_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace clustersim {

/// Keeps the best few plans: those that spare memory first, then those with the least expected time.
class Shortlist {
  public:
    /// Keeps `keep` plans; of plans with the same step time only one, if `merge_equals`.
    Shortlist(std::size_t keep, bool merge_equals) : keep_(keep), merge_(merge_equals) {
        found_.reserve(keep_ + 1);
    }

    /// Whether a plan that spares no memory cannot enter.
    [[nodiscard]] bool only_sparing() const {
        return found_.size() == keep_ && !found_.empty() && found_.back().spares;
    }

    void offer(FoundPlan const& plan) {
        if (merge_ && merged(plan)) return;
        if (found_.size() == keep_ && !better(plan, found_.back())) return;
        insert(plan);
        if (found_.size() > keep_) found_.pop_back();
    }
    [[nodiscard]] std::vector<FoundPlan> take() { return std::move(found_); }

  private:
    /// Of two equally good ones, the one that needs less memory.
    static bool better(FoundPlan const& a, FoundPlan const& b) {
        if (a.spares != b.spares) return a.spares;
        if (a.expected() != b.expected()) return a.expected() < b.expected();
        return a.step.memory.total() < b.step.memory.total();
    }

    void insert(FoundPlan const& plan) {
        found_.insert(std::ranges::upper_bound(found_, plan, better), plan);
    }

    /// Joins the plan to the one with the same step time, if there is one.
    bool merged(FoundPlan const& plan) {
        auto const at = std::ranges::find_if(found_, [&](FoundPlan const& one) {
            return one.step.total == plan.step.total && one.spares == plan.spares;
        });
        if (at == found_.end()) return false;
        ++at->equals;
        if (!(plan.step.memory.total() < at->step.memory.total())) return true;
        FoundPlan leaner = plan;
        leaner.equals = at->equals;
        found_.erase(at);
        insert(leaner);
        return true;
    }

    std::size_t keep_;
    bool merge_;
    std::vector<FoundPlan> found_;
};

}  // namespace clustersim
