// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/advice_text.hpp"

#include "sim/commands/advise/advice_json.hpp"
#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/pipeline_text.hpp"
#include "sim/report/start_hours_text.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace clustersim {
namespace {

RunAnswer const& base(Advice const& advice) {
    return advice.study.runs.front();
}

std::string count_of(int count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// "2 nodes with 4 GPUs, 32 cores and 64 GB each".
std::string script_request_text(Advice const& advice) {
    NodeRequest const& nodes = advice.asked.nodes;
    std::vector<std::string> parts;
    if (advice.asked.whole_nodes) return count_of(nodes.nodes, "whole node");
    if (nodes.gpus > 0)
        parts.push_back(count_of(nodes.gpus, base(advice).outcomes.front().bill.device));
    if (nodes.cores) parts.push_back(count_of(*nodes.cores, "core"));
    if (nodes.memory) parts.push_back(human(*nodes.memory));
    return fmt::format("{} with {}{}{}",
                       count_of(nodes.nodes, "node"),
                       nodes.uneven ? "at most " : "",
                       fmt::join(parts, ", "),
                       nodes.nodes > 1 ? " each" : "");
}

std::string asks_line(Advice const& advice) {
    JobOutcome const& job = base(advice).outcomes.front();
    std::string out = script_request_text(advice);
    if (job.tasks > 1) out = fmt::format("{} of {}", count_of(job.tasks, "task"), out);
    out += fmt::format(", at most {}", human(advice.asked.limit.duration()));
    if (advice.asked.knows_runtime)
        out += fmt::format(", of which it runs {}", human(advice.asked.runtime.duration()));
    return out;
}

std::string start_line(Advice const& advice) {
    std::string const wait = span_text(advice.times.start);
    bool const tasks = base(advice).outcomes.front().tasks > 1;
    return fmt::format("{} after the submission{}", wait, tasks ? ", its first task" : "");
}

std::string head(Advice const& advice) {
    RunPlace const& place = base(advice).place;
    ScriptPartitions const& partitions = advice.asked.partitions;
    std::string out =
        fmt::format("{}, partition {}{}: {} of {}\n",
                    place.title,
                    place.partition,
                    partitions.why.empty() ? "" : fmt::format(" ({})", partitions.why),
                    node_count_text(place.partition_nodes),
                    place.device);
    bool const bound = !advice.asked.knows_runtime;
    out += fmt::format("asks    {}\n", asks_line(advice));
    if (!advice.asked.taken.empty())
        out += fmt::format("takes   {}, which the script does not say\n",
                           fmt::join(advice.asked.taken, ", "));
    out += fmt::format("starts  {}\n", start_line(advice));
    out += fmt::format("ends    {} after the submission{}\n",
                       span_text(advice.times.end),
                       bound ? ", if it runs to its limit" : "");
    out += fmt::format("costs   {}{}\n", bound ? "at most " : "", costs_text(advice.times.totals));
    return out;
}

std::string change_text(AdvisedChange const& change) {
    return change.condition.empty() ? change.change
                                    : fmt::format("{} ({})", change.change, change.condition);
}

std::string billed_text(Advice const& advice, AdvisedTimes const& times) {
    return fmt::format(
        "{} {}", human_number(times.totals.billed().value_or(0.0)), base(advice).place.bill_unit);
}

/// "It ends after 2 h, the script as it is after 5 h."
std::string gain_text(Advice const& advice, AdvisedChange const& change) {
    auto const time = [&](AdvisedTimes const& times) {
        return span_text(change.only_bounds ? times.start : times.end);
    };
    return fmt::format("It {} after {}, the script as it is after {}.",
                       change.only_bounds ? "starts" : "ends",
                       time(change.times),
                       time(advice.times));
}

/// "8 times the price: 96 GPU-h, the script as it is 12 GPU-h".
std::string price_text(Advice const& advice, AdvisedChange const& change) {
    double const base_costs = advice.times.totals.billed().value_or(0.0);
    std::string const both = fmt::format("{}, the script as it is {}",
                                         billed_text(advice, change.times),
                                         billed_text(advice, advice.times));
    if (base_costs <= 0.0) return both;
    return fmt::format("{} times the price: {}",
                       human_number(change.times.totals.billed().value_or(0.0) / base_costs),
                       both);
}

std::string conclusion(Advice const& advice) {
    AdvisedChange const* const best = best_change(advice);
    AdvisedChange const* const dear = best_for_more(advice);
    std::string out;
    if (best != nullptr)
        out = fmt::format("Soonest: {}. {}", change_text(*best), gain_text(advice, *best));
    else
        out = fmt::format(
            "None of the simulated changes{} makes the job start or end clearly sooner.",
            dear != nullptr ? " at about the same price" : "");
    out += "\n";
    if (dear != nullptr)
        out += fmt::format("Sooner for {}: {}. {}\n",
                           price_text(advice, *dear),
                           change_text(*dear),
                           gain_text(advice, *dear));
    return out;
}

Table changes_table(Advice const& advice) {
    Table table;
    table.add_column("change", false);
    for (char const* title : {"line", "starts after", "sooner in", "ends after", "billed"})
        table.add_column(title);
    auto const add = [&](std::string name,
                         int line,
                         std::string sooner,
                         AdvisedTimes const& times,
                         bool only_bounds) {
        table.rows.push_back({std::move(name),
                              line > 0 ? std::to_string(line) : "–",
                              span_text(times.start),
                              std::move(sooner),
                              only_bounds ? "–" : span_text(times.end),
                              billed_text(advice, times)});
    };
    add("as it is", 0, "–", advice.times, false);
    std::size_t const queues = base(advice).outcomes.front().replicates();
    for (AdvisedChange const& change : advice.changes)
        add(change_text(change),
            change.line,
            change.sooner ? fmt::format("{} of {}", *change.sooner, queues) : "–",
            change.times,
            change.only_bounds);
    return table;
}

Table values_table(Advice const& advice) {
    Table table;
    for (char const* title : {"change", "condition", "partition"}) table.add_column(title, false);
    for (char const* title : {"line",
                              "start_median_s",
                              "start_low_s",
                              "start_high_s",
                              "end_median_s",
                              "end_low_s",
                              "end_high_s",
                              "sooner",
                              "billed"})
        table.add_column(title);
    auto const time = [](std::optional<Duration> const& value) {
        return value ? number_text(value->si()) : std::string{};
    };
    auto const add = [&](AdvisedChange const& one) {
        table.rows.push_back({one.change,
                              one.condition,
                              one.partition,
                              one.line > 0 ? std::to_string(one.line) : "",
                              time(one.times.start.median),
                              time(one.times.start.low),
                              time(one.times.start.high),
                              time(one.times.end.median),
                              time(one.times.end.low),
                              time(one.times.end.high),
                              one.sooner ? std::to_string(*one.sooner) : "",
                              number_text(one.times.totals.billed().value_or(0.0))});
    };
    AdvisedChange as_it_is;
    as_it_is.change = "as it is";
    as_it_is.partition = base(advice).place.partition;
    as_it_is.times = advice.times;
    add(as_it_is);
    for (AdvisedChange const& change : advice.changes) add(change);
    return table;
}

/// What the numbers rest on.
std::string terms(Advice const& advice) {
    Study shown;
    shown.runs.push_back(base(advice));
    std::string out = queue_sentence(shown) + " " + terms_sentence(shown) + "\n";
    if (!advice.other_partitions.empty())
        out += fmt::format("Also admit the job, but their usual jobs are not known: {}.\n",
                           fmt::join(advice.other_partitions, ", "));
    return out + incomplete_note(advice.study);
}

}  // namespace

std::string advice_text(Advice const& advice, Format format) {
    if (format == Format::json) return advice_json(advice);
    if (format == Format::csv) return to_text(values_table(advice), format);
    std::string out = emphasized(base(advice).outcomes.front().job, format) + "\n" + head(advice) +
                      start_hours_text(base(advice).outcomes.front());
    if (advice.changes.empty()) {
        out += "\nNo change of the script was found to try.\n";
    } else {
        out += "\n" + conclusion(advice);
        out += "\n" + to_text(changes_table(advice), format);
    }
    return out + "\n" + terms(advice);
}

}  // namespace clustersim
