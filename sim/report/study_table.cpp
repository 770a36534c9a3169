// SPDX-License-Identifier: Apache-2.0
#include "sim/report/study_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/long_run_table.hpp"
#include "sim/report/start_text.hpp"
#include "sim/report/study_json.hpp"
#include "sim/scenario/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace clustersim {
namespace {

using Cell = std::function<std::string(RunAnswer const&, JobOutcome const&)>;

struct ColumnSpec {
    std::string title;
    bool right;
    std::function<bool(RunAnswer const&, JobOutcome const&)> applies;
    Cell cell;
};

bool always(RunAnswer const&, JobOutcome const&) {
    return true;
}
bool trained(RunAnswer const&, JobOutcome const& outcome) {
    return outcome.training.has_value();
}

/// What never starts costs nothing.
bool may_cost(RunAnswer const&, JobOutcome const& outcome) {
    return !starts_of(outcome).never_started();
}
bool preemptible(RunAnswer const&, JobOutcome const& outcome) {
    return outcome.preemption.has_value();
}

std::string range_text(Estimate<Duration> const& d) {
    return human_range(d.value, d.low, d.high);
}

std::string tera(FlopRate rate) {
    return human_number(rate.si() / 1e12);
}

std::vector<ColumnSpec> column_specs() {
    return {
        {"nodes",
         true,
         always,
         [](auto const&, auto const& o) { return fmt::format("{}", o.nodes); }},
        {"GPUs",
         true,
         [](auto const&, auto const& o) { return o.gpus > 0; },
         [](auto const&, auto const& o) { return fmt::format("{}", o.gpus); }},
        {"wait (5 – 95 %)", true, always, [](auto const&, auto const& o) { return wait_text(o); }},
        {"step time",
         true,
         trained,
         [](auto const&, auto const& o) { return human(o.training->step.total); }},
        {"efficiency",
         true,
         [](auto const&, auto const& o) { return o.efficiency.has_value(); },
         [](auto const&, auto const& o) { return human_percent(*o.efficiency); }},
        {"per epoch",
         true,
         [](auto const&, auto const& o) { return o.epoch_efficiency.has_value(); },
         [](auto const&, auto const& o) { return human_percent(*o.epoch_efficiency); }},
        {"TFLOP/s/GPU",
         true,
         trained,
         [](auto const&, auto const& o) { return tera(o.training->step.per_gpu); }},
        {"MFU",
         true,
         trained,
         [](auto const&, auto const& o) { return human_percent(o.training->step.mfu); }},
        {"run time (range)",
         true,
         always,
         [](auto const&, auto const& o) {
             return range_text(o.runtime) + (o.times_out ? " killed" : "");
         }},
        {"requeues",
         true,
         preemptible,
         [](auto const&, auto const& o) { return human_number(o.preemption->requeues); }},
        {"goodput",
         true,
         [](auto const& r, auto const& o) { return preemptible(r, o) && !o.campaign; },
         [](auto const&, auto const& o) { return human_percent(o.preemption->goodput); }},
        {"GPU-h",
         true,
         [](auto const& r, auto const& o) { return o.gpus > 0 && may_cost(r, o); },
         [](auto const&, auto const& o) { return human_number(o.bill.gpu_hours.value); }},
        {"node-h",
         true,
         may_cost,
         [](auto const&, auto const& o) { return human_number(o.bill.node_hours.value); }},
        {"billed",
         true,
         may_cost,
         [](auto const& r, auto const& o) {
             return human_number(o.bill.billed) + " " + r.place.bill_unit;
         }},
        {"energy",
         true,
         may_cost,
         [](auto const&, auto const& o) { return human(o.energy.facility); }},
    };
}

bool several_jobs(Study const& study) {
    return std::ranges::any_of(study.runs,
                               [](RunAnswer const& r) { return r.outcomes.size() > 1; });
}

/// The swept keys besides the node count, which has a column of its own.
std::vector<std::string> swept_keys(Study const& study) {
    std::vector<std::string> keys;
    if (study.runs.empty()) return keys;
    for (auto const& [key, value] : study.runs.front().settings) {
        if (!key.ends_with(".nodes")) keys.push_back(key);
    }
    return keys;
}

std::string setting_of(RunAnswer const& run, std::string const& key) {
    auto const found =
        std::ranges::find(run.settings, key, &std::pair<std::string, std::string>::first);
    return found == run.settings.end() ? "" : found->second;
}

std::string heading(Study const& study) {
    std::string out = study.title + "\n";
    if (!study.runs.empty()) {
        RunPlace const& place = study.runs.front().place;
        out += fmt::format("{}, partition {}: {} nodes of {}\n",
                           place.title,
                           place.partition,
                           place.partition_nodes,
                           place.device);
    }
    if (!study.background.empty()) out += study.background + "\n";
    return out;
}

std::string notes(Study const& study) {
    std::string out = fmt::format(
        "{} replicates, seed {}, scheduler {}. Wait: median and 5 – 95 % of the replicates.",
        study.replicates,
        study.seed,
        study.scheduler);
    if (study.replicates == 1)
        out = fmt::format("One replicate, so no range of the wait is known; seed {}, scheduler {}.",
                          study.seed,
                          study.scheduler);
    out += " Run time: range of the models' stated uncertainty.\n";
    out += start_notes(study);
    out += long_run_notes(study);
    if (!study.complete) out += "INCOMPLETE: the run was interrupted.\n";
    return out;
}

}  // namespace

Table study_table(Study const& study) {
    Table table;
    bool const with_job = several_jobs(study);
    auto const keys = swept_keys(study);
    std::vector<ColumnSpec> used;
    for (ColumnSpec& spec : column_specs()) {
        bool const applies = std::ranges::any_of(study.runs, [&](RunAnswer const& run) {
            return std::ranges::any_of(run.outcomes,
                                       [&](JobOutcome const& o) { return spec.applies(run, o); });
        });
        if (applies) used.push_back(std::move(spec));
    }
    for (std::string const& key : keys) table.add_column(key.substr(key.rfind('.') + 1), false);
    if (with_job) table.add_column("job", false);
    for (ColumnSpec const& spec : used) table.add_column(spec.title, spec.right);
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            std::vector<std::string> row;
            for (std::string const& key : keys) row.push_back(setting_of(run, key));
            if (with_job) row.push_back(outcome.job);
            for (ColumnSpec const& spec : used)
                row.push_back(spec.applies(run, outcome) ? spec.cell(run, outcome) : "–");
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

Table batch_table(Study const& study) {
    constexpr std::array percents{5, 25, 50, 75, 90, 95, 99, 100};
    Table table;
    table.add_column("batches on", false);
    bool const with_job = several_jobs(study);
    if (with_job) table.add_column("job", false);
    table.add_column("nodes");
    table.add_column("undisturbed");
    for (int const percent : percents) table.add_column(fmt::format("{} %", percent));
    table.add_column("elbow");
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            if (!outcome.batches) continue;
            BatchTimes const& batches = *outcome.batches;
            std::vector<std::string> row{run.place.system};
            if (with_job) row.push_back(outcome.job);
            row.push_back(fmt::format("{}", outcome.nodes));
            row.push_back(human(batches.quiet));
            for (int const percent : percents)
                row.push_back(human(batch_quantile(batches.ascending, percent / 100.0)));
            row.push_back(batches.elbow.share < 1.0 ? human_percent(batches.elbow.share) : "–");
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

Table study_values(Study const& study) {
    Table table;
    table.add_column("variant", false);
    table.add_column("system", false);
    table.add_column("partition", false);
    table.add_column("job", false);
    for (OutcomeMetric const& metric : outcome_metrics())
        table.add_column(std::string(metric.name));
    table.add_column("billing_unit", false);
    table.add_column("never_started_reason", false);
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            std::vector<std::string> row{
                run.label, run.place.system, run.place.partition, outcome.job};
            for (OutcomeMetric const& metric : outcome_metrics()) {
                auto const value = metric.value(outcome);
                row.push_back(value ? fmt::format("{:.9g}", *value) : "");
            }
            row.push_back(run.place.bill_unit);
            row.push_back(starts_of(outcome).reasons);
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

namespace {

/// The tables that only some studies have, each behind an empty line.
std::string more_tables(Study const& study, std::string (*to_text)(Table const&)) {
    std::string out;
    for (auto const& make : {input_table, campaign_table, batch_table}) {
        Table const table = make(study);
        if (!table.rows.empty()) out += "\n" + to_text(table);
    }
    return out;
}

}  // namespace

std::string study_text(Study const& study, Format format) {
    switch (format) {
        case Format::table:
            return heading(study) + "\n" + to_plain(study_table(study)) +
                   more_tables(study, to_plain) + "\n" + notes(study);
        case Format::markdown:
            return "**" + study.title + "**\n\n" + to_markdown(study_table(study)) +
                   more_tables(study, to_markdown) + "\n" + notes(study);
        case Format::csv: return to_csv(study_values(study));
        case Format::json: return study_json(study);
    }
    return {};
}

}  // namespace clustersim
