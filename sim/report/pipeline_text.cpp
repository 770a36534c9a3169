// SPDX-License-Identifier: Apache-2.0
#include "sim/report/pipeline_text.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace clustersim {

std::string span_text(SampleRange const& range) {
    if (range.median && range.low && range.high)
        return human_range(*range.median, *range.low, *range.high);
    auto const or_none = [](std::optional<Duration> const& time) {
        return time ? human(*time) : std::string("never");
    };
    if (!range.median && !range.low) return "never";
    return fmt::format(
        "{} ({} – {})", or_none(range.median), or_none(range.low), or_none(range.high));
}

std::string costs_text(PipelineAnswer const& pipeline) {
    std::vector<std::string> costs;
    auto const add = [&](std::optional<double> const& value, std::string const& unit) {
        if (value) costs.push_back(human_number(*value) + unit);
    };
    if (pipeline.gpu_hours && *pipeline.gpu_hours > 0.0)
        add(pipeline.gpu_hours, " " + pipeline.device + "-h");
    add(pipeline.node_hours, " node-h");
    if (!pipeline.charges.empty()) {
        std::vector<std::string> charges;
        for (ChargedAmount const& charge : pipeline.charges)
            charges.push_back(fmt::format("{} {}", human_number(charge.amount), charge.unit));
        costs.push_back(fmt::format("{} billed", fmt::join(charges, " and ")));
    }
    if (pipeline.energy) costs.push_back(human(joules(*pipeline.energy)));
    return fmt::format("{}", fmt::join(costs, ", "));
}

std::string pipeline_notes(Study const& study) {
    std::string out;
    bool const several = std::ranges::any_of(study.runs, [&](RunAnswer const& run) {
        return run.place.system != study.runs.front().place.system;
    });
    for (RunAnswer const& run : study.runs) {
        if (!run.pipeline) continue;
        std::string const costs = costs_text(*run.pipeline);
        out += fmt::format("All {} jobs{}{}{}{}: {} from their submission to the last end{}{}.\n",
                           grouped(run.pipeline->tasks),
                           run.label.empty() ? "" : " at ",
                           run.label,
                           several ? " on " : "",
                           several ? run.place.system : "",
                           span_text(run.pipeline->makespan),
                           costs.empty() ? "" : "; ",
                           costs);
    }
    return out;
}

}  // namespace clustersim
