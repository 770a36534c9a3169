// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/shortfall_text.hpp"

#include "sim/commands/allocate/access_fit.hpp"
#include "sim/core/human.hpp"
#include "sim/report/access_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// That the mode is too short, and what is longer on this machine.
std::string too_long_text(PlannedProject const& one) {
    AccessMode const& mode = *one.mode->mode;
    int const longest = std::ranges::max(mode.months);
    std::string out =
        fmt::format("the project may last longer than the {} months of {}", longest, mode.name);
    if (one.terms.extension)
        out += fmt::format("; an extension gives {} more", one.terms.extension->months);
    for (AccessShare const& share : one.suiting)
        if (share.carries() && !share.mode->months.empty() &&
            std::ranges::max(share.mode->months) > longest)
            out += fmt::format(
                "; {} lasts {} months", share.mode->name, std::ranges::max(share.mode->months));
    return out;
}

}  // namespace

std::vector<std::string> shortfall_texts(Project const& project, PlannedProject const& one) {
    std::vector<std::string> out;
    Shortfalls const& wrong = one.shortfalls;
    if (wrong.late)
        out.push_back(fmt::format(
            "the deadline of {} is missed in more than one of twenty sampled projects{}",
            date_text(*project.deadline),
            wrong.surely_late ? "" : ", by the assumed waits; without waits it is met"));
    if (wrong.too_much) {
        auto const enough = project.access.empty() ? std::nullopt : smallest_of(one.suiting);
        out.push_back(fmt::format(
            "the request is {} of {}{}",
            human_percent(one.granted_share),
            project.access.empty() ? "the budget" : "what " + project.access + " grants",
            enough ? fmt::format("; enough would be {}", access_text(*enough)) : ""));
    }
    if (wrong.too_little)
        out.push_back(fmt::format("the project asks for less than the access mode grants: {}",
                                  access_text(*one.mode)));
    if (wrong.no_mode)
        out.push_back(one.suiting.empty() ? "none of its access modes is for this project"
                                          : "none of its access modes grants as much as this");
    if (wrong.no_such_mode)
        out.push_back(fmt::format("it has no access mode \"{}\"", project.access));
    if (wrong.too_long) out.push_back(too_long_text(one));
    if (!wrong.misfit.empty()) out.push_back(fmt::format("{} {}", project.access, wrong.misfit));
    for (RuleCheck const& rule : one.rules)
        if (rule.verdict == RuleVerdict::fails)
            out.push_back(fmt::format("{} breaks the rule {} ({}): {}",
                                      one.mode->mode->name,
                                      rule.name,
                                      rule.rule,
                                      rule.text));
    if (wrong.closed)
        out.push_back(fmt::format("the machine closed on {}, before the project starts",
                                  date_text(*wrong.closed)));
    for (Charge const& charge : one.besides)
        out.push_back(fmt::format("besides the request, other stages need {} {} (up to {}), which "
                                  "are granted apart: ask for them, too",
                                  human_number(charge.amount.value),
                                  charge.unit,
                                  human_number(charge.amount.high * (1.0 + project.reserve))));
    if (wrong.tight)
        out.push_back(
            fmt::format("the request takes {} of what is granted, so little is left for mistakes",
                        human_percent(one.granted_share)));
    for (StorageNeed const& need : one.storage) {
        if (need.over_quota())
            out.push_back(fmt::format("{} on {} exceeds the {} that a project has unless it asks "
                                      "for more",
                                      human(need.sum().size),
                                      need.on.name,
                                      human(*need.on.quota)));
        if (need.over_files_quota())
            out.push_back(fmt::format("{} files on {} exceed the {} that a project has unless it "
                                      "asks for more; archives are few files",
                                      human_number(need.sum().files),
                                      need.on.name,
                                      human_number(*need.on.files_quota)));
    }
    return out;
}

}  // namespace clustersim
