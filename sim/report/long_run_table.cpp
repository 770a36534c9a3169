// SPDX-License-Identifier: Apache-2.0
#include "sim/report/long_run_table.hpp"

#include "sim/report/metric_columns.hpp"
#include "sim/report/named_rows.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

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

std::vector<AnswerRow> rows_with(Study const& study, bool (*has)(JobOutcome const&)) {
    std::vector<AnswerRow> rows = answer_rows(study);
    std::erase_if(rows, [&](AnswerRow const& row) { return !has(*row.outcome); });
    return rows;
}

/// A column of values that are not metrics.
template <class Text>
void add_text_column(Table& table,
                     std::string title,
                     std::span<AnswerRow const> rows,
                     Text const& text) {
    table.add_column(std::move(title));
    for (std::size_t i = 0; i < rows.size(); ++i) table.rows[i].push_back(text(*rows[i].outcome));
}

}  // namespace

Table input_table(Study const& study) {
    auto const rows =
        rows_with(study, [](JobOutcome const& outcome) { return outcome.input.has_value(); });
    Table table = named_rows("input of", rows);
    add_metric_columns(table, {"nodes", "staging_s"}, rows);
    add_text_column(table, "bound by", rows, [](JobOutcome const& outcome) {
        auto const& staging = outcome.input->staging;
        return staging ? limit_text(staging->limit) : std::string(not_applicable);
    });
    add_metric_columns(table, {"load_s"}, rows);
    add_text_column(table, "bound by ", rows, [](JobOutcome const& outcome) {
        auto const& load = outcome.input->load;
        return load ? load_limit(*load) : std::string(not_applicable);
    });
    add_metric_columns(table, {"step_time_s", "load_exposed_s", "straggling_s"}, rows);
    drop_columns_of(table, not_applicable);
    return table;
}

Table campaign_table(Study const& study) {
    auto const rows =
        rows_with(study, [](JobOutcome const& outcome) { return outcome.campaign.has_value(); });
    Table table = named_rows("whole run of", rows);
    add_metric_columns(table, {"nodes", "campaign_work_s", "checkpoint_B"}, rows);
    add_text_column(
        table, "on", rows, [](JobOutcome const& outcome) { return outcome.campaign->store; });
    add_metric_columns(table,
                       {"checkpoint_interval_s",
                        "checkpoint_block_s",
                        "mtbf_s",
                        "goodput",
                        "submissions",
                        "calendar_median_s",
                        "campaign_gpu_hours",
                        "campaign_node_hours",
                        "campaign_billed",
                        "campaign_energy_J",
                        "campaign_co2e_g"},
                       rows);
    return table;
}

std::string long_run_notes(Study const& study) {
    auto const rows =
        rows_with(study, [](JobOutcome const& outcome) { return outcome.campaign.has_value(); });
    if (rows.empty()) return {};
    return "Whole run: as many submissions as needed, each from the last checkpoint. Hours, "
           "charge, energy, CO2e and turnaround are of the whole run; wait and run time are of the "
           "first submission.\n";
}

}  // namespace clustersim
