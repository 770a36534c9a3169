// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/planned_project.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace clustersim {

void add(Upto& sum, Upto more) {
    sum.value += more.value;
    sum.high += more.high;
}

StageGroups by_access(std::vector<PlannedStage> const& stages) {
    auto const parts = [](PlannedStage const& stage) {
        std::set<std::string> names;
        for (AccessMode const& mode : stage.choice->answer.place.access)
            names.insert(mode.partition_group);
        return names;
    };
    auto const main = std::ranges::max_element(stages, {}, [](PlannedStage const& stage) {
        return std::pair(stage.gpu_hours.value, stage.node_hours.value);
    });
    std::set<std::string> const asked = parts(*main);
    StageGroups groups;
    for (PlannedStage const& stage : stages)
        (asked.empty() || parts(stage) == asked ? groups.asked : groups.others).push_back(stage);
    return groups;
}

void sum_up(PlannedProject& one) {
    one.node_hours = one.gpu_hours = one.granted_gpu_hours = {};
    for (PlannedStage const& stage : one.stages) {
        add(one.node_hours, stage.node_hours);
        add(one.gpu_hours, stage.gpu_hours);
        add(one.granted_gpu_hours, stage.granted_gpu_hours);
    }
    one.charges = charges_of(one.stages);
}

void take_all(std::vector<PlannedStage> const& all, PlannedProject& one) {
    std::vector<PlannedStage> const some = std::exchange(one.stages, all);
    for (PlannedStage& stage : one.stages) {
        auto const known = std::ranges::find(some, stage.stage, &PlannedStage::stage);
        if (known != some.end()) stage.carried = known->carried;
    }
    sum_up(one);
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
