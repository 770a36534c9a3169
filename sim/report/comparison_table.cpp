// SPDX-License-Identifier: Apache-2.0
#include "sim/report/comparison_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/start_text.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/study_table.hpp"
#include "sim/scenario/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clustersim {
namespace {

struct Row {
    RunAnswer const* run;
    JobOutcome const* outcome;
    /// A job that does not start in every replicate is the best of nothing.
    [[nodiscard]] bool competes() const { return starts_of(*outcome).always_started(); }
    [[nodiscard]] bool has_bill() const { return !starts_of(*outcome).never_started(); }
    [[nodiscard]] std::optional<Duration> turnaround() const {
        if (outcome->samples.empty()) return outcome->runtime.value;
        if (outcome->preemption || !competes()) return outcome->turnaround;
        return *outcome->wait.median + outcome->runtime.value;
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

/// The best of a group's rows that always start; zero: none.
struct Best {
    double throughput = 0.0;
    std::optional<Duration> turnaround;
};

Best best_of(RowGroup const& group) {
    Best best;
    for (Row const& row : group.rows) {
        if (!row.competes()) continue;
        best.throughput = std::max(best.throughput, row.throughput());
        auto const time = row.turnaround();
        if (time && (!best.turnaround || *time < *best.turnaround)) best.turnaround = time;
    }
    return best;
}

std::string relative_throughput(Row const& row, Best const& best) {
    if (!row.outcome->training || !row.competes()) return "–";
    return fmt::format("{:.2f}", row.throughput() / best.throughput);
}

std::string relative_turnaround(Row const& row, Best const& best) {
    auto const time = row.turnaround();
    if (!time || !row.competes()) return "–";
    return fmt::format("{:.2f}", best.turnaround->si() > 0 ? *time / *best.turnaround : 1.0);
}

std::vector<std::string> cells(Row const& row, RowGroup const& group) {
    Best const best = best_of(group);
    JobOutcome const& o = *row.outcome;
    auto const turnaround = row.turnaround();
    bool const bill = row.has_bill();
    return {group.label,
            row.run->place.system,
            row.run->place.device,
            o.gpus > 0 ? fmt::format("{}", o.gpus) : "–",
            wait_text(o),
            o.training ? human(o.training->step.total) : "–",
            o.training ? human_number(row.throughput()) : "–",
            relative_throughput(row, best),
            turnaround ? human(*turnaround) : "never",
            relative_turnaround(row, best),
            o.gpus > 0 && bill ? human_number(o.bill.gpu_hours.value) : "–",
            bill ? fmt::format("{} {}", human_number(o.bill.billed), row.run->place.bill_unit)
                 : "–",
            bill ? human(o.energy.facility) : "–",
            bill ? human_number(o.energy.co2e.value / 1000.0) : "–"};
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
                   std::string(notes_text) + start_notes(study);
        case Format::markdown:
            return "**" + study.title + "**\n\n" + to_markdown(comparison_table(study)) + "\n" +
                   std::string(notes_text) + start_notes(study);
        case Format::csv: return to_csv(study_values(study));
        case Format::json: return study_json(study);
    }
    return {};
}

}  // namespace clustersim
