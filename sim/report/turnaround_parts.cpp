// SPDX-License-Identifier: Apache-2.0
#include "sim/report/turnaround_parts.hpp"

#include "sim/study/metric_table.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace clustersim {
namespace {

/// The time on the nodes: of a run over several submissions, of all of them.
double time_on_all_nodes(JobOutcome const& outcome) {
    if (outcome.campaign_result && outcome.nodes > 0)
        return outcome.campaign_result->bill.node_hours.value * 3600.0 / outcome.nodes;
    return outcome.runtime.value.si();
}

constexpr std::array<std::string_view, 3> block_marks{"░", "█", "─"};
constexpr std::array<std::string_view, 3> ascii_marks{".", "#", "-"};

}  // namespace

std::optional<TurnaroundParts> turnaround_parts(JobOutcome const& outcome, TurnaroundOf of) {
    if (!starts_of(outcome).always_started()) return std::nullopt;
    auto const value = [&](char const* name) {
        return metric_named(name).value(outcome).value_or(std::nan(""));
    };
    TurnaroundParts parts;
    parts.low = value("turnaround_p5_s");
    parts.high = value("turnaround_p95_s");
    double const run = time_on_all_nodes(outcome);
    double const whole = of == TurnaroundOf::median || outcome.campaign_result
                             ? value("turnaround_median_s")
                             : value("wait_p5_s") + run;
    if (!std::isfinite(whole) || !std::isfinite(parts.low) || !std::isfinite(parts.high))
        return std::nullopt;
    parts.run = std::min(run, whole);
    parts.wait = whole - parts.run;
    return parts;
}

bool has_other_jobs(Study const& study) {
    return std::ranges::any_of(
        study.runs, [](RunAnswer const& run) { return !run.terms.background.mix.empty(); });
}

std::string
turnaround_bar(TurnaroundParts const& parts, double longest, std::size_t width, bool utf8) {
    auto const& marks = utf8 ? block_marks : ascii_marks;
    auto const at = [&](double seconds) {
        double const share = longest > 0.0 ? std::clamp(seconds / longest, 0.0, 1.0) : 0.0;
        return static_cast<std::size_t>(std::lround(share * static_cast<double>(width)));
    };
    std::size_t const waits = at(parts.wait);
    // What takes time is seen.
    std::size_t const runs = std::max(at(parts.whole()), waits + (parts.run > 0.0 ? 1 : 0));
    std::string out;
    for (std::size_t i = 0; i < std::max(runs, at(parts.high)); ++i)
        out += marks.at(i < waits ? 0 : i < runs ? 1 : 2);
    return out;
}

std::string turnaround_legend(bool utf8) {
    auto const& marks = utf8 ? block_marks : ascii_marks;
    return fmt::format("{} wait, {} run, {} up to 95 %", marks[0], marks[1], marks[2]);
}

}  // namespace clustersim
