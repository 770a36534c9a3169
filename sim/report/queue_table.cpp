// SPDX-License-Identifier: Apache-2.0
#include "sim/report/queue_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/difference_text.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/named_rows.hpp"
#include "sim/study/whole_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

WholeQueue const& queue_of(RunAnswer const& run) {
    return *run.outcomes.front().queue;
}

std::string mean_wait_text(BlockedQuotient const& mean) {
    auto const half = mean.half_width();
    if (!half) return human(seconds(mean.value()));
    return human_range(seconds(mean.value()),
                       seconds(std::max(0.0, mean.value() - *half)),
                       seconds(mean.value() + *half));
}

std::string mean_slowdown_text(BlockedQuotient const& mean) {
    auto const half = mean.half_width();
    if (!half) return human_number(mean.value());
    return fmt::format("{} ({} – {})",
                       human_number(mean.value()),
                       human_number(std::max(1.0, mean.value() - *half)),
                       human_number(mean.value() + *half));
}

void add_class_columns(Table& table, std::vector<RunAnswer const*> const& runs) {
    bool const nodes = queue_of(*runs.front()).counts_nodes;
    for (std::size_t c = 0; c < size_class_starts.size(); ++c) {
        bool const used = std::ranges::any_of(
            runs, [&](RunAnswer const* run) { return !queue_of(*run).classes[c].wait.empty(); });
        if (!used) continue;
        table.add_column(size_class_name(c, nodes ? "node" : "GPU"));
        for (std::size_t r = 0; r < runs.size(); ++r) {
            BlockedQuotient const& wait = queue_of(*runs[r]).classes[c].wait;
            table.rows[r].push_back(wait.empty() ? std::string(not_applicable)
                                                 : human(seconds(wait.value())));
        }
    }
}

using ChangeMember = std::optional<PairedChange> JobOutcome::*;

void add_change_column(Table& table,
                       std::string const& title,
                       std::vector<AnswerRow> const& rows,
                       ChangeMember member,
                       std::string (*text)(double)) {
    bool const used = std::ranges::any_of(
        rows, [&](AnswerRow const& row) { return (row.outcome->*member).has_value(); });
    if (!used) return;
    table.add_column(title);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        auto const& change = rows[r].outcome->*member;
        table.rows[r].push_back(change ? difference_text(change->value, change->half_width, text)
                                       : std::string(not_applicable));
    }
}

}  // namespace

std::vector<RunAnswer const*> observed_queues(Study const& study) {
    std::vector<RunAnswer const*> runs;
    for (RunAnswer const& run : study.runs) {
        if (run.outcomes.empty() || run.outcomes.front().queue == nullptr) continue;
        bool const known = std::ranges::any_of(runs, [&](RunAnswer const* other) {
            return other->outcomes.front().queue == run.outcomes.front().queue;
        });
        if (!known) runs.push_back(&run);
    }
    return runs;
}

std::string queue_name(RunAnswer const& run, Study const& study) {
    auto const runs = observed_queues(study);
    if (runs.size() == 1) return "of the queue";
    bool const one_machine = std::ranges::all_of(runs, [&](RunAnswer const* other) {
        return other->place.system == runs.front()->place.system;
    });
    if (one_machine) return run.label.empty() ? "of the queue" : run.label;
    return run.place.system + (run.label.empty() ? "" : ", " + run.label);
}

Table whole_queue_table(Study const& study) {
    Table table;
    auto const runs = observed_queues(study);
    if (runs.empty()) return table;
    table.add_column("all jobs", false);
    table.add_column("jobs");
    table.add_column("mean wait (95 %)");
    table.add_column("bounded slowdown (95 %)");
    table.add_column("in use");
    for (RunAnswer const* run : runs) {
        WholeQueue const& queue = queue_of(*run);
        table.rows.push_back({queue_name(*run, study),
                              human_number(queue.jobs),
                              mean_wait_text(queue.all.wait),
                              mean_slowdown_text(queue.all.slowdown),
                              human_percent(queue.utilisation.value())});
    }
    add_class_columns(table, runs);
    return table;
}

Table change_table(Study const& study) {
    if (!study.show_differences || study.runs.size() < 2) return {};
    std::vector<AnswerRow> rows = answer_rows(study);
    RunAnswer const* first = &study.runs.front();
    std::erase_if(rows, [&](AnswerRow const& row) { return row.run == first; });
    Table table = named_rows("less " + first->label, rows);
    std::size_t const names = table.columns.size();
    add_change_column(table, "wait (95 %)", rows, &JobOutcome::wait_change, signed_time);
    add_change_column(
        table, "turnaround (95 %)", rows, &JobOutcome::turnaround_change, signed_time);
    add_change_column(
        table, "wait of all jobs (95 %)", rows, &JobOutcome::queue_wait_change, signed_time);
    add_change_column(
        table, "their slowdown (95 %)", rows, &JobOutcome::queue_slowdown_change, signed_number);
    return table.columns.size() > names ? table : Table{};
}

std::string whole_queue_note(Study const& study) {
    if (observed_queues(study).empty()) return {};
    return "All jobs: the background jobs submitted in the window, per replicate; mean waits, also "
           "by size; slowdown max(1, (wait + run) / max(run, 10 s)).\n";
}

std::string change_note(Study const& study) {
    if (change_table(study).rows.empty()) return {};
    return fmt::format("less {}: mean of the differences, replicate by replicate, with their 95 % "
                       "interval; if it contains 0, the difference may be chance.\n",
                       study.runs.front().label);
}

}  // namespace clustersim
