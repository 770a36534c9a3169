// SPDX-License-Identifier: Apache-2.0
#include "sim/report/access_text.hpp"

#include "sim/core/human.hpp"
#include "sim/study/metric_table.hpp"

#include <fmt/format.h>

namespace clustersim {

std::vector<AccessShare> access_of(AnswerRow const& row) {
    auto const nodes = metric_named("node_hours").value(*row.outcome);
    auto const gpus = metric_named("gpu_hours").value(*row.outcome);
    auto const billed = metric_named("billed").value(*row.outcome);
    if (!nodes) return {};
    RunPlace const& place = row.place();
    return access_shares(
        place.access,
        NodeHours{*nodes},
        granted_gpu_hours(gpus.value_or(0.0), billed.value_or(0.0), place.bill_unit));
}

std::string access_text(AccessShare const& share) {
    AccessMode const& mode = *share.mode;
    if (share.too_little) {
        double const least = mode.minimum ? mode.minimum->value : mode.minimum_gpu_hours->value;
        return fmt::format("{}, at least {} {}",
                           mode.name,
                           human_number(least),
                           mode.minimum ? "node-h" : "GPU-h");
    }
    return share.share ? fmt::format("{} {}", mode.name, human_percent(*share.share)) : mode.name;
}

std::string access_text(std::span<AccessShare const> shares) {
    auto const smallest = smallest_access(shares);
    return smallest ? access_text(*smallest) : "more than any";
}

}  // namespace clustersim
