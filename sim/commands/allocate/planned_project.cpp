// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/planned_project.hpp"

#include <algorithm>
#include <functional>

namespace clustersim {

void add(Upto& sum, Upto more) {
    sum.value += more.value;
    sum.high += more.high;
}

std::vector<Charge> charges_of(std::vector<PlannedStage> const& stages) {
    std::vector<PlannedStage const*> by_size;
    for (PlannedStage const& stage : stages) by_size.push_back(&stage);
    std::ranges::stable_sort(by_size, std::ranges::greater(), [](PlannedStage const* stage) {
        return stage->node_hours.value;
    });
    std::vector<Charge> charges;
    for (PlannedStage const* stage : by_size) {
        std::string const& unit = stage->choice->answer.place.bill_unit;
        auto found = std::ranges::find(charges, unit, &Charge::unit);
        if (found == charges.end()) found = charges.insert(found, {unit, {}});
        add(found->amount, stage->billed);
    }
    return charges;
}

Upto charged_in(std::string const& unit, PlannedProject const& one) {
    auto const found = std::ranges::find(one.charges, unit, &Charge::unit);
    return found == one.charges.end() ? Upto{} : found->amount;
}

Upto cost_of(PlannedProject const& one) {
    if (one.granted_share > 0.0)
        return {one.granted_share * one.node_hours.value / one.node_hours.high, one.granted_share};
    return one.gpu_hours.value > 0.0 ? one.gpu_hours : one.node_hours;
}

}  // namespace clustersim
