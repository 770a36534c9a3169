// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/comparison_rank.hpp"

#include "sim/commands/compare/merit.hpp"
#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/precision.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// All questions once. A question that the first machines cannot answer comes before the next one of a machine that can.
std::vector<std::string> questions_in_order(std::span<AnswerRow const> rows) {
    auto const machine = [](AnswerRow const& row) -> auto const& {
        return row.run->place.system;
    };
    std::vector<std::string> questions;
    for (auto from = rows.begin(); from != rows.end();) {
        auto const end = std::find_if(
            from, rows.end(), [&](AnswerRow const& row) { return machine(row) != machine(*from); });
        auto next = questions.end();
        for (auto row = end; row != from;) {
            auto const question = question_of(*--row);
            auto const known = std::ranges::find(questions, question);
            next = known != questions.end() ? known : questions.insert(next, question);
        }
        from = end;
    }
    return questions;
}

/// True if each question has one answer, all of them of the same machine.
bool asks_one_machine(std::vector<ComparedQuestion> const& questions) {
    auto const& machine = questions.front().rows.front().place().system;
    return std::ranges::all_of(questions, [&](ComparedQuestion const& question) {
        return question.rows.size() == 1 && question.rows.front().place().system == machine;
    });
}

std::tuple<bool, double, double, double> place_of_row(AnswerRow const& row, RankBy by) {
    constexpr double none = std::numeric_limits<double>::infinity();
    auto const merit = merit_of(*row.outcome);
    if (!merit) return {true, none, none, none};
    double const end = by == RankBy::end
                           ? metric_named("turnaround_median_s").value(*row.outcome).value_or(none)
                           : 0.0;
    return {false, end, merit->cost.value, merit->time.value};
}

std::string hours_of(AnswerRow const& row, double cost) {
    JobOutcome const& outcome = *row.outcome;
    std::string const unit =
        outcome.gpus > 0 ? unit_at_site(metric_named("gpu_hours"), outcome) : "node-h";
    return fmt::format("{} {}", human_number(cost), unit);
}

/// The value that all rows have; nothing if they differ or one has none.
template <class Of>
auto shared_by_rows(std::vector<AnswerRow> const& rows, Of of) -> decltype(of(rows.front())) {
    auto const first = of(rows.front());
    bool const all =
        std::ranges::all_of(rows, [&](AnswerRow const& row) { return of(row) == first; });
    return all ? first : decltype(of(rows.front())){};
}

bool tells_apart(std::vector<AnswerRow> const& rows) {
    std::optional<Merit> first;
    for (AnswerRow const& row : rows) {
        auto const merit = merit_of(*row.outcome);
        if (!merit) continue;
        if (!first) first = merit;
        // Rounding of a run time to seconds is no difference.
        constexpr double same = 1e-3;
        if (std::abs(merit->cost.value - first->cost.value) > same * first->cost.value ||
            std::abs(merit->time.value - first->time.value) > same * first->time.value)
            return true;
    }
    return false;
}

/// The other machines that may cost less, by the stated uncertainty.
std::string not_told_apart(ComparedQuestion const& question, Merit const& best) {
    std::vector<std::string> alike;
    for (AnswerRow const& row : question.rows) {
        auto const merit = merit_of(*row.outcome);
        if (&row == &question.rows.front() || !merit || !merit->as_good_as(best)) continue;
        alike.push_back(row.place().system);
    }
    if (alike.empty()) return "; sure within the models' ranges";
    constexpr std::size_t most_named = 3;
    if (alike.size() <= most_named)
        return fmt::format("; the models' ranges do not exclude {}", fmt::join(alike, ", "));
    std::size_t const others = alike.size() - most_named;
    alike.resize(most_named);
    return fmt::format(
        "; the models' ranges do not exclude {} and {} more", fmt::join(alike, ", "), others);
}

/// The median turnaround with the interval that its replicates leave (95 %); nothing without eight of them. The
/// uncertainty of run times is left out: more replicates do not reduce it.
std::optional<std::pair<double, double>> median_end(AnswerRow const& row) {
    JobOutcome const& outcome = *row.outcome;
    auto const wait = median_wait(outcome.samples, outcome.tasks);
    auto const end = metric_named("turnaround_median_s").value(outcome);
    if (!wait || !end) return std::nullopt;
    return std::pair(*end - (wait->median - wait->low).si(),
                     *end + (wait->high - wait->median).si());
}

/// The machines that may end as soon as the first one, since a choice by time rests on that many replicates.
std::string may_end_as_soon(ComparedQuestion const& question) {
    auto const first = median_end(question.rows.front());
    if (!first) return "; too few replicates to tell (--precision 0.2 simulates enough)";
    std::vector<std::string> alike;
    for (AnswerRow const& row : question.rows) {
        if (&row == &question.rows.front()) continue;
        auto const other = median_end(row);
        if (other && other->first <= first->second) alike.push_back(row.place().system);
    }
    if (alike.empty()) return "; sure within the replicates";
    return fmt::format("; {} may end as soon (--precision 0.2 simulates more replicates)",
                       fmt::join(alike, ", "));
}

}  // namespace

std::string question_of(AnswerRow const& row) {
    return row.run->label.empty() ? row.outcome->job : row.outcome->job + " " + row.run->label;
}

std::string row_name(ComparedQuestion const& question, AnswerRow const& row) {
    return question.one_machine ? question_of(row) : row.place().system;
}

std::vector<ComparedQuestion> ranked_questions(Study const& study, RankBy by) {
    auto const rows = answer_rows(study);
    std::vector<ComparedQuestion> questions;
    for (std::string& name : questions_in_order(rows)) {
        ComparedQuestion question{std::move(name), {}};
        std::ranges::copy_if(
            rows,
            std::back_inserter(question.rows),
            [&](AnswerRow const& row) { return question_of(row) == question.name; });
        std::ranges::stable_sort(
            question.rows, {}, [&](AnswerRow const& row) { return place_of_row(row, by); });
        questions.push_back(std::move(question));
    }
    if (questions.size() > 1 && asks_one_machine(questions)) {
        ComparedQuestion all{questions.front().rows.front().place().system, {}, true};
        for (ComparedQuestion const& question : questions)
            all.rows.push_back(question.rows.front());
        return {std::move(all)};
    }
    return questions;
}

std::string best_machine(ComparedQuestion const& question, RankBy by) {
    AnswerRow const& first = question.rows.front();
    auto const best = merit_of(*first.outcome);
    if (!best || question.one_machine || question.rows.size() < 2 || !tells_apart(question.rows))
        return {};
    std::string const cost = hours_of(first, best->cost.value);
    if (by == RankBy::end) {
        Metric const& turnaround = metric_named("turnaround_median_s");
        return fmt::format("{}: soonest end, {}; {}{}",
                           first.place().system,
                           metric_text(turnaround, *first.outcome).value_or("never"),
                           cost,
                           may_end_as_soon(question));
    }
    AnswerRow const* fastest = &first;
    double shortest = best->time.value;
    for (AnswerRow const& row : question.rows) {
        auto const merit = merit_of(*row.outcome);
        if (!merit || merit->time.value >= shortest) continue;
        shortest = merit->time.value;
        fastest = &row;
    }
    std::string out = fmt::format(
        "{}: lowest cost, {}, {}", first.place().system, cost, human(seconds(best->time.value)));
    if (fastest == &first) out += ", and shortest run time";
    out += not_told_apart(question, *best);
    if (fastest != &first)
        out += fmt::format(
            ". Shortest run time: {}, {}", fastest->place().system, human(seconds(shortest)));
    return out;
}

std::string common_work(ComparedQuestion const& question) {
    auto const& rows = question.rows;
    std::vector<std::string> parts;
    auto const device = shared_by_rows(
        rows, [](AnswerRow const& row) { return row.outcome->bill.device; });
    int const gpus = shared_by_rows(
        rows, [](AnswerRow const& row) { return row.outcome->gpus; });
    int const nodes = shared_by_rows(rows, [](AnswerRow const& row) { return row.outcome->nodes; });
    if (gpus > 0) parts.push_back(fmt::format("{} {}s", gpus, device.empty() ? "GPU" : device));
    if (nodes > 0) parts.push_back(node_count_text(nodes));
    auto const samples = [](AnswerRow const& row) {
        auto const& training = row.outcome->training;
        return training ? training->plan.global_batch() * training->steps : 0.0;
    };
    auto const batch = [](AnswerRow const& row) {
        auto const& training = row.outcome->training;
        return training ? training->plan.global_batch() : 0.0;
    };
    if (samples(rows.front()) > 0.0) {
        // Steps are whole, so the samples of equal work differ by single steps.
        auto const [least, most] = std::ranges::minmax(rows, {}, samples);
        bool const equal =
            samples(most) - samples(least) <= std::max(2.0 * batch(most), 0.01 * samples(most));
        double const shared = shared_by_rows(rows, batch);
        parts.push_back(
            shared > 0.0
                ? fmt::format("{} samples a step", human_number(shared))
                : fmt::format("{} to {} samples a step",
                              human_number(batch(*std::ranges::min_element(rows, {}, batch))),
                              human_number(batch(*std::ranges::max_element(rows, {}, batch)))));
        parts.push_back(equal ? fmt::format("{} samples in all", human_number(samples(most)))
                              : "unequal work: costs cannot be compared");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace clustersim
