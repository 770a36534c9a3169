// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/fabric_section.hpp"

#include "models/machine/fabric_config.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/human.hpp"
#include "sim/report/html/row_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace clustersim {
namespace {

std::string where_text(JobTraffic const& traffic) {
    std::size_t groups = 0;
    std::size_t leaves = 0;
    std::size_t all_leaves = 0;
    std::size_t all_groups = 0;
    for (TrafficGroup const& group : traffic.groups) {
        if (group.nodes > 0) ++all_groups;
        if (group.own > 0) ++groups;
        for (TrafficLeaf const& leaf : group.leaves) {
            ++all_leaves;
            if (leaf.own > 0) ++leaves;
        }
    }
    std::string text = fmt::format("{} nodes", traffic.nodes);
    if (all_groups > 1) text += fmt::format(" in {} of {} groups,", groups, all_groups);
    return fmt::format("{} on {} of the partition's {} leaf switches.", text, leaves, all_leaves);
}

/// Which level limits the rings, and by how much.
std::string limit_text(JobTraffic const& traffic) {
    if (traffic.messages == 0)
        return "The gradients are summed inside the nodes: no message of this reduction is between "
               "nodes. Messages of pipelines and experts are not routed.";
    auto const between = [](LevelTraffic const& level) {
        return level.level != LinkLevel::injection;
    };
    auto const limit = std::ranges::min_element(
        traffic.levels, {}, [](LevelTraffic const& level) { return level.port; });
    if (std::ranges::none_of(traffic.levels, between))
        return fmt::format(
            "No message crosses a link between switches: only the ports of the nodes "
            "limit the sum of gradients. A port sends {}.",
            human(traffic.port));
    if (between(*limit) && traffic.routed < traffic.port)
        return fmt::format("Links of the level {} limit the sum of gradients: on these routes, a "
                           "port sends {} of {} ({}).",
                           name_of(limit->level),
                           human(traffic.routed),
                           human(traffic.port),
                           human_percent(traffic.routed / traffic.port));
    double busiest = 0.0;
    for (LevelTraffic const& level : traffic.levels)
        if (between(level)) busiest = std::max(busiest, level.busiest);
    return fmt::format(
        "The ports of the nodes limit the sum of gradients: on these routes, a port "
        "sends the {} that it can, and the most loaded link between switches uses {} "
        "of its capacity.",
        human(traffic.port),
        human_percent(busiest));
}

std::string formula_text(JobTraffic const& traffic) {
    if (!traffic.formula) return {};
    return fmt::format(" The answer did not route: its formulas (network: closed) let a port "
                       "send {} on these nodes.",
                       human(*traffic.formula));
}

std::string exposed_text(JobOutcome const& outcome) {
    if (!outcome.training) return {};
    StepTime const& step = outcome.training->step;
    return fmt::format(" Gradient traffic that is not hidden takes {} of a step of {}.",
                       human(step.dp_exposed),
                       human(step.total));
}

FabricChart fabric_chart(JobFabric const& job, JobOutcome const& outcome, std::string name) {
    FabricChart chart{std::move(name), {}, job.traffic};
    chart.note = fmt::format("{} {}{}{} Network {}, routing {}.",
                             where_text(job.traffic),
                             limit_text(job.traffic),
                             formula_text(job.traffic),
                             exposed_text(outcome),
                             job.traffic.fabric,
                             enum_name(job.traffic.routing));
    if (job.typical)
        chart.note += " The nodes are the first of the partition: the answer is that of a typical "
                      "placement, not of nodes that the job got.";
    else
        chart.note += " The nodes are those of the replicate with the median run time. Traffic of "
                      "other jobs is not shown.";
    return chart;
}

BarChart level_bars(JobTraffic const& traffic) {
    BarChart chart;
    chart.title = "Most loaded link of each level";
    chart.note = "Share of its capacity that messages of the rings use while gradients are summed. "
                 "The level at 100 % limits.";
    chart.unit = "share";
    chart.by = "level";
    BarSeries series{"share of capacity", {}, {}, {}};
    for (LevelTraffic const& level : traffic.levels) {
        chart.categories.push_back(fmt::format("{} ({} links)", name_of(level.level), level.links));
        series.values.emplace_back(level.busiest);
    }
    chart.series.push_back(std::move(series));
    return chart;
}

}  // namespace

void add_fabric_section(ReportPage& page, Study const& study, std::span<JobFabric const> jobs) {
    if (jobs.empty()) return;
    PageSection section{"Placement on the fabric", {}, {}};
    PageChoice choice{"job", {}, {}};
    RowNames const row_name(study);
    for (JobFabric const& job : jobs) {
        RunAnswer const& run = study.runs[job.run];
        JobOutcome const& outcome = run.outcomes[job.outcome];
        std::string name = row_name({&run, &outcome});
        if (!job.problem.empty()) {
            section.items.emplace_back(
                PageText{fmt::format("{} cannot be shown: {}.", name, job.problem)});
            continue;
        }
        choice.names.push_back(name);
        auto& charts = choice.items.emplace_back();
        charts.emplace_back(fabric_chart(job, outcome, std::move(name)));
        if (!job.traffic.levels.empty()) charts.emplace_back(level_bars(job.traffic));
    }
    if (!choice.items.empty()) section.items.emplace_back(std::move(choice));
    page.sections.push_back(std::move(section));
}

}  // namespace clustersim
