// SPDX-License-Identifier: Apache-2.0
#include "sim/report/long_run_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/named_rows.hpp"

#include <fmt/format.h>

#include <optional>
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
    // The time with waits in queues is a bit longer than each of its parts; the longest of them is the limit.
    LoadTime parts = load;
    parts.queued = {};
    Duration const most = parts.total();
    if (load.decode + load.wait == most)
        return load.wait > load.decode ? "waiting for answers" : "decoding";
    if (load.mount == most) return "the mounted image";
    if (load.random == most) return "random reads";
    return load.read == most ? "reading" : "opening files";
}

std::vector<AnswerRow> rows_with(Study const& study, bool (*has)(JobOutcome const&)) {
    std::vector<AnswerRow> rows = answer_rows(study);
    std::erase_if(rows, [&](AnswerRow const& row) { return !has(*row.outcome); });
    return rows;
}

/// Less than a minute or a tenth of the time is not worth a change of the job.
bool worth_changing(InputCosts const& input, InputChoice const& other) {
    Duration const saved = input.whole - other.whole;
    return saved > seconds(60.0) && saved > input.whole * 0.1;
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
    add_metric_columns(table, {"nodes", "software_start_s", "staging_s"}, rows);
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

std::string input_notes(Study const& study) {
    std::string out;
    for (AnswerRow const& row :
         rows_with(study, [](JobOutcome const& outcome) { return outcome.input.has_value(); })) {
        InputCosts const& input = *row.outcome->input;
        std::string const of =
            row.run->label.empty()
                ? fmt::format("Input of {}", row.outcome->job)
                : fmt::format("Input of {} ({})", row.outcome->job, row.run->label);
        for (std::string const& remark : input.remarks) out += fmt::format("{}: {}\n", of, remark);
        if (input.others.empty() || !worth_changing(input, input.others.front())) continue;
        out += fmt::format("{}: staging and waits for samples take {}.", of, human(input.whole));
        std::optional<Duration> pack;
        for (InputChoice const& choice : input.others) {
            if (!worth_changing(input, choice)) continue;
            out +=
                fmt::format(" With {} (`{}`): {}.", choice.name, choice.keys, human(choice.whole));
            if (choice.pack) pack = choice.pack;
        }
        if (pack)
            out += fmt::format(" Packing the files into archives takes {}, once.", human(*pack));
        out += "\n";
    }
    return out;
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
