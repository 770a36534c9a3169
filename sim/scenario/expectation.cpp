// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/expectation.hpp"

#include "sim/scenario/starts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

OutcomeMetric const& metric_named(std::string const& name) {
    return *std::ranges::find(outcome_metrics(), std::string_view(name), &OutcomeMetric::name);
}

/// Sweep keys may be given whole ("jobs.train.nodes") or by their last part ("nodes").
bool selects(Expectation const& expectation, RunAnswer const& run) {
    return std::ranges::all_of(expectation.where, [&](auto const& wanted) {
        return std::ranges::any_of(run.settings, [&](auto const& setting) {
            auto const& [key, value] = setting;
            return value == wanted.second &&
                   (key == wanted.first || key.ends_with("." + wanted.first));
        });
    });
}

Diagnostic unmet(Expectation const& expectation, std::string message) {
    return problem_at(expectation.place, Code::unmet_expectation, std::move(message));
}

void check_one(Expectation const& expectation,
               RunAnswer const& run,
               JobOutcome const& outcome,
               Diagnostics& out) {
    OutcomeMetric const& metric = metric_named(expectation.metric);
    std::string const who =
        fmt::format("job {}{}{}", outcome.job, run.label.empty() ? "" : " at ", run.label);
    auto const value = metric.value(outcome);
    if (!value) {
        Diagnostic& d = out.add(unmet(expectation, fmt::format("{} has no {}", who, metric.name)));
        Starts const starts = starts_of(outcome);
        if (!starts.always_started()) d.help = fmt::format("it {}", never_started_text(starts));
        return;
    }
    auto const complain = [&](std::string_view relation, double bound) {
        Diagnostic& d =
            out.add(unmet(expectation, fmt::format("{}: {} is {:.6g}", who, metric.name, *value)));
        d.expected = fmt::format("{} {:.6g}", relation, bound);
    };
    if (expectation.at_least && *value < *expectation.at_least)
        complain("at least", *expectation.at_least);
    if (expectation.at_most && *value > *expectation.at_most)
        complain("at most", *expectation.at_most);
}

}  // namespace

Diagnostics unmet_expectations(Study const& study, std::vector<Expectation> const& expectations) {
    Diagnostics out;
    for (Expectation const& expectation : expectations) {
        bool held_against_something = false;
        for (RunAnswer const& run : study.runs) {
            if (!selects(expectation, run)) continue;
            for (JobOutcome const& outcome : run.outcomes) {
                if (expectation.job && *expectation.job != outcome.job) continue;
                held_against_something = true;
                check_one(expectation, run, outcome, out);
            }
        }
        if (!held_against_something) {
            out.add(unmet(expectation, "no job or variant is selected by this expectation")).help =
                "`where` names sweep keys and values as they are written in `sweep:`";
        }
    }
    return out;
}

}  // namespace clustersim
