// SPDX-License-Identifier: Apache-2.0
#include "models/machine/access_rule.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// "6 CPU nodes", "4 GPUs", "6 nodes or 4 GPUs".
std::string free_size(ScalingProof const& rule) {
    std::string out;
    if (rule.above_nodes > 0)
        out = fmt::format("{} node{}", rule.above_nodes, rule.above_nodes == 1 ? "" : "s");
    if (rule.above_gpus > 0)
        out += fmt::format("{}{} GPU{}",
                           out.empty() ? "" : " or ",
                           rule.above_gpus,
                           rule.above_gpus == 1 ? "" : "s");
    return out;
}

struct RuleWords {
    std::string operator()(SpendOrLose const& rule) const {
        return fmt::format("{} used after {} months, or {}",
                           human_percent(rule.used),
                           rule.after_months,
                           rule.cut_to ? "the grant is cut to " + human_percent(*rule.cut_to)
                                       : "the grant is cut");
    }
    std::string operator()(MonthlyLimit const& rule) const {
        return rule.node_hours
                   ? fmt::format("at most {} node-h a month", human_number(rule.node_hours->value))
                   : fmt::format("at most {} GPU-h a month", human_number(rule.gpu_hours->value));
    }
    std::string operator()(ScalingProof const& rule) const {
        std::string out = fmt::format("{} node counts", rule.node_counts);
        if (rule.efficiency)
            out +=
                fmt::format(" with a parallel efficiency of {}", human_percent(*rule.efficiency));
        if (!rule.partitions.empty())
            out += fmt::format(" for jobs on {}", fmt::join(rule.partitions, " and "));
        if (std::string const size = free_size(rule); !size.empty())
            out += fmt::format("{} more than {}", rule.partitions.empty() ? " for" : " with", size);
        return out;
    }
    std::string operator()(WorkShare const& rule) const {
        return fmt::format(
            "at most {} of the grant for {}", human_percent(rule.most), enum_name(rule.work));
    }
};

}  // namespace

std::string rule_text(AccessRule const& rule) {
    return std::visit(RuleWords{}, rule.terms);
}

}  // namespace clustersim
