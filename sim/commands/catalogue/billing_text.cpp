// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/billing_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace clustersim {
namespace {

/// "0.5 per 8 cores begun" for a rate of 0.0625 per core in steps of 8.
std::string per(double rate, double step, std::string_view thing) {
    if (step == 1.0) return fmt::format("{:.4g} per {}", rate, thing);
    return fmt::format("{:.4g} per {:g} {} begun", rate * step, step, thing);
}

std::vector<std::string> prices_of_parts(BillingRule const& rule, NodeType const& type) {
    constexpr double gib = 0x1p30;
    std::vector<std::string> prices;
    if (rule.per_gpu_hour > 0.0)
        prices.push_back(per(rule.per_gpu_hour, 1.0, type.gpus_per_card > 1 ? "GCD" : "GPU"));
    if (rule.per_core_hour > 0.0)
        prices.push_back(
            per(rule.per_core_hour, rule.core_step, rule.core_step > 1 ? "cores" : "core"));
    if (rule.per_gib_hour > 0.0)
        prices.push_back(
            per(rule.per_gib_hour, rule.memory_step ? rule.memory_step->si() / gib : 1.0, "GiB"));
    return prices;
}

}  // namespace

std::string billing_text(Partition const& partition, NodeType const& type) {
    BillingRule const& rule = partition.billing;
    std::vector<std::string> const parts = prices_of_parts(rule, type);
    bool const by_node = rule.per_node_hour > 0.0;
    if (rule.unit == qpu_seconds) return "seconds of the quantum computer";
    if (parts.empty() && !by_node) return "not charged";
    std::string const node = fmt::format("{:.4g} per node", rule.per_node_hour);
    if (by_node && (partition.exclusive || parts.empty()))
        return fmt::format("{}: {}", rule.unit, node);
    std::string text;
    if (rule.combine == BillingRule::Combine::sum)
        text = fmt::format("{}", fmt::join(parts, " + "));
    else
        text = fmt::format("{}{}", parts.size() > 1 ? "largest of " : "", fmt::join(parts, ", "));
    if (by_node) text += ", at most " + node;
    if (partition.exclusive) text += ", for whole nodes";
    return fmt::format("{}: {}", rule.unit, text);
}

}  // namespace clustersim
