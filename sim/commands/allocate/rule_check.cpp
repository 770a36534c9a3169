// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/rule_check.hpp"

#include "sim/commands/allocate/proof_check.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double seconds_of_month = 365.25 / 12.0 * 86400.0;

/// The same day some months later; the last of the month if that has no such day.
Date months_after(Date start, int months) {
    std::chrono::year_month_day const civil{start};
    auto const month = civil.year() / civil.month() + std::chrono::months{months};
    Date const last{month / std::chrono::last};
    return std::min(last, Date{month / std::chrono::day{1}} + (civil.day() - std::chrono::day{1}));
}

/// The share of the planned node-hours that are used by a time after the start, in s.
double planned_until(PlannedProject const& one, double time) {
    double used = 0.0;
    for (PlannedStage const& stage : one.stages) {
        double const length = stage.end - stage.begin;
        double const inside = std::clamp(time - stage.begin, 0.0, length);
        used += length > 0.0 ? stage.node_hours.value * inside / length : 0.0;
    }
    return one.node_hours.value > 0.0 ? used / one.node_hours.value : 0.0;
}

/// What is granted, in the unit of the request: a fixed size, else what is asked for.
double grant_of(PlannedProject const& one) {
    AccessMode const& mode = *one.mode->mode;
    if (!mode.fixed_size) return one.asked.value;
    return mode.maximum ? mode.maximum->value : mode.maximum_gpu_hours->value;
}

std::string in_unit(double amount, PlannedProject const& one) {
    return fmt::format("{} {}", human_number(amount), one.asked.unit);
}

struct RuleChecker {
    Project const& project;
    PlannedProject const& one;
    RuleGround const& ground;
    RuleCheck& out;

    void operator()(SpendOrLose const& rule) const {
        if (granted_months(project, one) < rule.after_months) {
            out.text =
                fmt::format("the grant ends before, after {} months", granted_months(project, one));
            return;
        }
        Date const day = months_after(ground.start, rule.after_months);
        double const until =
            planned_until(one, std::chrono::duration<double>(day - ground.start).count());
        double const grant = grant_of(one);
        double const used = one.asked.need * until / grant;
        double const needed = one.asked.need * (1.0 - until) / grant;
        out.text = fmt::format("{} of the grant used by {}", human_percent(used), date_text(day));
        if (used >= rule.used) return;
        double const left = 1.0 - used;
        double const more = (rule.used - used) * grant;
        std::string const instead =
            fmt::format("; use {} more by then, or ask for less", in_unit(more, one));
        if (!rule.cut_to) {
            out.verdict = needed > 0.0 ? RuleVerdict::fails : RuleVerdict::open;
            out.text += fmt::format("; how much of the other {} is cut is not published{}",
                                    human_percent(left),
                                    instead);
            return;
        }
        double const kept = std::min(left, *rule.cut_to);
        out.text += fmt::format("; {} left, cut to {}", human_percent(left), human_percent(kept));
        if (needed <= kept) {
            out.text += fmt::format("; the rest of the plan needs {}", human_percent(needed));
            return;
        }
        out.verdict = RuleVerdict::fails;
        out.text += fmt::format(
            "; the rest of the plan lacks {}{}", in_unit((needed - kept) * grant, one), instead);
    }

    void operator()(MonthlyLimit const& rule) const {
        bool const by_gpu = rule.gpu_hours.has_value();
        double const limit = by_gpu ? rule.gpu_hours->value : rule.node_hours->value;
        double const total = by_gpu ? one.granted_gpu_hours.value : one.node_hours.value;
        double const each = one.node_hours.value > 0.0 ? total / one.node_hours.value : 0.0;
        auto const most = std::ranges::max_element(one.months, {}, &MonthUse::node_hours);
        double const used = most->node_hours * each;
        std::string const unit = by_gpu ? "GPU-h" : "node-h";
        out.text = fmt::format("{} {} in {}", human_number(used), unit, most->month);
        if (used <= limit) return;
        out.verdict = RuleVerdict::fails;
        out.text += fmt::format("; the project needs {} months or more", std::ceil(total / limit));
    }

    void operator()(ScalingProof const& rule) const { check_proof(rule, one, ground.scaling, out); }

    void operator()(WorkShare const& rule) const {
        double hours = 0.0;
        std::vector<std::string> names;
        for (PlannedStage const& stage : one.stages) {
            if (stage.stage->work != rule.work) continue;
            hours += stage.node_hours.high;
            names.push_back(stage.stage->name);
        }
        std::string_view const work = enum_name(rule.work);
        double const share = hours / one.node_hours.high * one.asked.value / grant_of(one);
        if (names.empty()) {
            out.text = fmt::format("no stage says `work: {}`", work);
            return;
        }
        out.text = fmt::format("{} ({})", human_percent(share), fmt::join(names, ", "));
        if (share <= rule.most) return;
        out.verdict = RuleVerdict::fails;
        out.text += fmt::format("; {} would fit", in_unit(rule.most * grant_of(one), one));
    }
};

/// The month with the largest part of the grant, against the month's part of it.
RuleCheck
check_monthly_quota(Project const& project, PlannedProject const& one, MonthlyQuota const& quota) {
    int const months = granted_months(project, one);
    double const part = grant_of(one) / months;
    double const need = one.asked.need / one.node_hours.value;
    auto const most = std::ranges::max_element(one.months, {}, &MonthUse::node_hours);
    double const used = most->node_hours * need / part;
    RuleCheck out;
    out.name = "monthly-quota";
    out.rule = fmt::format("priority is lowest after {} times a month's part of the grant (1/{})",
                           human_number(quota.lowest_from),
                           months);
    out.text = fmt::format("{} uses {} times that part", most->month, human_number(used));
    if (used <= quota.lowest_from) return out;
    out.verdict = RuleVerdict::slower;
    out.text += fmt::format("; the waits of such jobs: `user: {{quota-used: {}}}`",
                            human_number(std::min(used, 10.0)));
    return out;
}

}  // namespace

int granted_months(Project const& project, PlannedProject const& one) {
    if (project.months) return *project.months;
    int best = 0;
    for (int const months : one.mode->mode->months) {
        bool const enough = months * seconds_of_month >= one.time_high;
        bool const better =
            best == 0 ||
            (best * seconds_of_month < one.time_high ? months > best : enough && months < best);
        if (better) best = months;
    }
    return best == 0 ? 12 : best;
}

std::vector<RuleCheck>
check_rules(Project const& project, PlannedProject const& one, RuleGround const& ground) {
    std::vector<RuleCheck> checks;
    for (AccessRule const& rule : one.terms.rules) {
        RuleCheck& check = checks.emplace_back();
        check.name = rule.name;
        check.rule = rule_text(rule);
        std::visit(RuleChecker{project, one, ground, check}, rule.terms);
    }
    if (ground.monthly_quota && one.node_hours.value > 0.0)
        checks.push_back(check_monthly_quota(project, one, *ground.monthly_quota));
    return checks;
}

}  // namespace clustersim
