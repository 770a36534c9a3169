// SPDX-License-Identifier: Apache-2.0
#include "sim/report/comparison_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/study_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clustersim {
namespace {

struct Row {
    RunAnswer const* run;
    JobOutcome const* outcome;
    [[nodiscard]] Duration turnaround() const {
        return outcome->wait.median + outcome->runtime.value;
    }
    [[nodiscard]] double throughput() const {
        return outcome->training ? outcome->training->step.samples_per_second : 0.0;
    }
};

/// Rows that answer the same question on different machines.
struct RowGroup {
    std::string label;
    std::vector<Row> rows;
};

std::vector<RowGroup> group_rows(Study const& study) {
    std::vector<RowGroup> groups;
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            std::string const label =
                run.label.empty() ? outcome.job : outcome.job + " " + run.label;
            auto found = std::ranges::find(groups, label, &RowGroup::label);
            if (found == groups.end()) found = groups.insert(groups.end(), RowGroup{label, {}});
            found->rows.push_back({&run, &outcome});
        }
    }
    return groups;
}

std::vector<std::string> cells(Row const& row, RowGroup const& group) {
    double best_throughput = 0.0;
    Duration best_turnaround = row.turnaround();
    for (Row const& other : group.rows) {
        best_throughput = std::max(best_throughput, other.throughput());
        best_turnaround = std::min(best_turnaround, other.turnaround());
    }
    JobOutcome const& o = *row.outcome;
    std::string const wait = o.samples.size() > 1
                                 ? human_range(o.wait.median, o.wait.low, o.wait.high)
                                 : human(o.wait.median);
    double const relative_turnaround =
        best_turnaround.si() > 0 ? row.turnaround() / best_turnaround : 1.0;
    return {group.label,
            row.run->place.system,
            row.run->place.device,
            o.gpus > 0 ? fmt::format("{}", o.gpus) : "–",
            wait,
            o.training ? human(o.training->step.total) : "–",
            o.training ? human_number(row.throughput()) : "–",
            o.training ? fmt::format("{:.2f}", row.throughput() / best_throughput) : "–",
            human(row.turnaround()),
            fmt::format("{:.2f}", relative_turnaround),
            o.gpus > 0 ? human_number(o.bill.gpu_hours.value) : "–",
            fmt::format("{} {}", human_number(o.bill.billed), row.run->place.bill_unit),
            human(o.energy.facility),
            human_number(o.energy.co2e.value / 1000.0)};
}

constexpr std::string_view notes_text = "Relative columns: the best of each group is 1.00; more "
                                        "throughput is better, less turnaround is better.\n"
                                        "A GPU is what the framework sees (on LUMI one GCD, half a "
                                        "card). Each machine has its own queue of the same mix.\n";

}  // namespace

Table comparison_table(Study const& study) {
    Table table;
    table.add_column("job", false);
    table.add_column("system", false);
    table.add_column("node", false);
    for (char const* title : {"GPUs",
                              "wait (5 – 95 %)",
                              "step time",
                              "samples/s",
                              "relative",
                              "turnaround",
                              "relative",
                              "GPU-h",
                              "billed",
                              "energy",
                              "kg CO2e"}) {
        table.add_column(title);
    }
    for (RowGroup const& group : group_rows(study)) {
        for (Row const& row : group.rows) table.rows.push_back(cells(row, group));
    }
    drop_columns_of(table, "–");
    return table;
}

std::string comparison_text(Study const& study, Format format) {
    switch (format) {
        case Format::table:
            return study.title + "\n\n" + to_plain(comparison_table(study)) + "\n" +
                   std::string(notes_text);
        case Format::markdown:
            return "**" + study.title + "**\n\n" + to_markdown(comparison_table(study)) + "\n" +
                   std::string(notes_text);
        case Format::csv: return to_csv(study_values(study));
        case Format::json: return study_json(study);
    }
    return {};
}

}  // namespace clustersim
