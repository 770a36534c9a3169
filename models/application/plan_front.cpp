// SPDX-License-Identifier: Apache-2.0
#include "models/application/plan_search.hpp"

#include <algorithm>

namespace clustersim {

std::vector<FoundPlan> pareto_front(std::span<PlanSearch const> searches) {
    std::vector<FoundPlan> heads;
    for (PlanSearch const& search : searches)
        if (!search.best.empty()) heads.push_back(search.best.front());
    auto const cost = [](FoundPlan const& p) { return p.step.total.si() * p.plan.devices(); };
    std::vector<FoundPlan> front;
    for (FoundPlan const& head : heads) {
        bool const beaten = std::ranges::any_of(heads, [&](FoundPlan const& other) {
            bool const no_worse = other.step.total <= head.step.total && cost(other) <= cost(head);
            return no_worse && (other.step.total < head.step.total || cost(other) < cost(head));
        });
        if (!beaten) front.push_back(head);
    }
    std::ranges::sort(front, {}, [](FoundPlan const& p) { return p.plan.devices(); });
    return front;
}

}  // namespace clustersim
