// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/rules_text.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

namespace clustersim {
namespace {

std::string_view verdict_text(RuleVerdict verdict) {
    return verdict == RuleVerdict::slower ? "kept, but slower" : enum_name(verdict);
}

std::string capital(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

std::string months_of(AccessMode const& mode) {
    return fmt::format("{}", fmt::join(mode.months, ", "));
}

}  // namespace

std::string rules_lines(PlannedProject const& one) {
    std::string out;
    for (RuleCheck const& rule : one.rules)
        if (rule.verdict != RuleVerdict::fails)
            out += fmt::format("{}: rule {} of {}: {}. {}: {}\n",
                               one.system,
                               rule.name,
                               one.mode->mode->name,
                               verdict_text(rule.verdict),
                               capital(rule.rule),
                               rule.text);
    if (!one.cut_off.empty())
        out += fmt::format("{}: {}: {}\n", one.system, one.mode->mode->name, one.cut_off);
    return out;
}

Table scaling_table(ScalingTable const& scaling) {
    Table table;
    for (char const* title :
         {"Nodes", "Devices", "Time", "Speed-up", "Efficiency", "Each doubling"})
        table.add_column(title);
    for (ProofPoint const& point : scaling.points)
        table.rows.push_back(
            {std::to_string(point.nodes),
             point.gpus > 0 ? std::to_string(point.gpus) : "–",
             human(seconds(point.time)),
             fmt::format("{:.2f}", point.speed_up),
             human_percent(point.efficiency),
             &point == &scaling.points.front() ? "–" : human_percent(point.doubling)});
    drop_columns_of(table, "–");
    return table;
}

std::string scaling_title(ScalingTable const& scaling) {
    return fmt::format("Strong scaling of {}, predicted (time of a {}, same input):",
                       scaling.stage,
                       scaling.by_step ? "training step" : "run");
}

std::string access_paragraph(PlannedProject const& one) {
    if (!one.mode || (!one.mode->carries() && one.rules.empty())) return {};
    AccessMode const& mode = *one.mode->mode;
    std::string out = fmt::format("Access: {} on {}", mode.name, mode.partition_group);
    if (!mode.audience.empty()) out += ", for " + mode.audience;
    if (!mode.purpose.empty()) out += ", for " + mode.purpose;
    if (!mode.months.empty()) out += fmt::format(", {} months", months_of(mode));
    if (auto const& extension = one.terms.extension)
        out += fmt::format(" ({} more, and {} more time, on a report)",
                           extension->months,
                           human_percent(extension->share));
    out += ".";
    if (!one.cut_off.empty()) out += " " + capital(one.cut_off) + ".";
    for (RuleCheck const& rule : one.rules)
        if (rule.verdict != RuleVerdict::fails)
            out += fmt::format(" Rule {}: {}; {}: {}.",
                               rule.name,
                               rule.rule,
                               verdict_text(rule.verdict),
                               rule.text);
    return out;
}

}  // namespace clustersim
