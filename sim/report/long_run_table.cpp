// SPDX-License-Identifier: Apache-2.0
#include "sim/report/long_run_table.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

std::string row_name(RunAnswer const& run, JobOutcome const& outcome) {
    return run.label.empty() ? outcome.job : fmt::format("{}, {}", outcome.job, run.label);
}

std::string limit_text(StagingLimit limit) {
    switch (limit) {
        case StagingLimit::workers: return "workers";
        case StagingLimit::bandwidth: return "bandwidth";
        case StagingLimit::source_files: return "opening files";
        case StagingLimit::target_files: return "creating files";
    }
    return {};
}

std::string load_limit(LoadTime const& load) {
    Duration const most = load.total();
    if (load.decode == most) return "decoding";
    return load.read == most ? "reading" : "opening files";
}

std::string mass(Co2Grams co2e) {
    double const grams = co2e.value;
    if (grams >= 1e6) return human_number(grams / 1e6) + " t";
    return grams >= 1e3 ? human_number(grams / 1e3) + " kg" : human_number(grams) + " g";
}

template <class Has>
bool any_outcome(Study const& study, Has has) {
    return std::ranges::any_of(
        study.runs, [&](RunAnswer const& run) { return std::ranges::any_of(run.outcomes, has); });
}

std::vector<std::string> campaign_row(RunAnswer const& run, JobOutcome const& outcome) {
    CampaignAnswer const& campaign = *outcome.campaign;
    CampaignPlan const& plan = campaign.plan;
    std::vector<std::string> row{
        row_name(run, outcome),
        fmt::format("{}", outcome.nodes),
        human(plan.work),
        fmt::format("{} on {}", human(campaign.size), campaign.store),
        human(plan.interval),
        human(plan.checkpoint.block),
        human_range(campaign.mtbf,
                    mean_time_between_failures(campaign.uncertainty.rate.high,
                                               campaign.uncertainty.devices),
                    mean_time_between_failures(campaign.uncertainty.rate.low,
                                               campaign.uncertainty.devices))};
    if (!campaign.forecast) {
        row.resize(13, "unknown");
        return row;
    }
    CampaignForecast const& forecast = *campaign.forecast;
    row.push_back(human_percent(forecast.goodput));
    row.push_back(human_number(forecast.mean.submissions));
    row.push_back(
        human_range(forecast.calendar_median, forecast.calendar_low, forecast.calendar_high));
    row.push_back(human_number(outcome.gpus > 0 ? campaign.bill.gpu_hours.value
                                                : campaign.bill.node_hours.value));
    row.push_back(human(campaign.energy.facility));
    row.push_back(mass(campaign.energy.co2e));
    return row;
}

}  // namespace

Table input_table(Study const& study) {
    Table table;
    table.add_column("input of", false);
    for (char const* title :
         {"nodes", "staging", "bound by", "loading, a step", "bound by ", "step"})
        table.add_column(title);
    table.add_column("waits for samples");
    table.add_column("waits for the slowest");
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            if (!outcome.input) continue;
            InputCosts const& input = *outcome.input;
            bool const trained = outcome.training.has_value();
            table.rows.push_back({row_name(run, outcome),
                                  fmt::format("{}", outcome.nodes),
                                  input.staging ? human(input.staging->total) : "–",
                                  input.staging ? limit_text(input.staging->limit) : "–",
                                  input.load ? human(input.load->total()) : "–",
                                  input.load ? load_limit(*input.load) : "–",
                                  trained ? human(outcome.training->step.total) : "–",
                                  input.load ? human(input.exposed) : "–",
                                  trained ? human(input.straggling) : "–"});
        }
    }
    return table;
}

Table campaign_table(Study const& study) {
    Table table;
    table.add_column("whole run of", false);
    for (char const* title : {"nodes",
                              "training",
                              "checkpoint",
                              "every",
                              "stands still",
                              "fails every (range)",
                              "goodput",
                              "submissions",
                              "calendar (5 – 95 %)"})
        table.add_column(title);
    bool const gpus = any_outcome(study, [](JobOutcome const& o) { return o.gpus > 0; });
    table.add_column(gpus ? "GPU-h" : "node-h");
    table.add_column("energy");
    table.add_column("CO2e");
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            if (outcome.campaign) table.rows.push_back(campaign_row(run, outcome));
        }
    }
    return table;
}

std::string long_run_notes(Study const& study) {
    std::string out;
    if (any_outcome(study, [](JobOutcome const& o) { return o.campaign.has_value(); })) {
        out +=
            "Whole run: over as many submissions as it takes, each from the last checkpoint; its "
            "run time and cost above are the first one's.\n";
    }
    return out;
}

}  // namespace clustersim
