// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/plan_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace clustersim {
namespace {

/// Words in tables for "not stated" or "not used".
bool not_stated(std::string_view text) {
    constexpr std::array<std::string_view, 9> words{
        "", "-", "n/a", "na", "none", "null", "?", "unknown", "not stated"};
    return std::ranges::find(words, text) != words.end();
}

/// Whether a text has one of these words, each from the beginning of a word of the text on.
template <std::size_t N>
bool has_word(std::string_view text, std::array<std::string_view, N> const& words) {
    auto const letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    return std::ranges::any_of(words, [&](std::string_view word) {
        for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
            if (at == 0 || !letter(text[at - 1])) return true;
        return false;
    });
}

/// The recomputation that one clause of a note states.
std::optional<Recompute> recompute_in(std::string_view clause) {
    constexpr std::array<std::string_view, 3> again{
        "recomput", "activation checkpoint", "gradient checkpoint"};
    // Clauses about a comparison or about the counting of FLOP do not describe how the row ran.
    constexpr std::array<std::string_view, 7> aside{
        "over ", "vs", "versus", "than ", "against ", "count", "flops incl"};
    constexpr std::array<std::string_view, 5> nothing{
        "no ", "not ", "without ", "nothing ", "never "};
    constexpr std::array<std::string_view, 1> some{"selective"};
    constexpr std::array<std::string_view, 3> all{"full", "everything ", "all "};
    if (!has_word(clause, again) || has_word(clause, aside)) return std::nullopt;
    if (has_word(clause, nothing)) return Recompute::none;
    if (has_word(clause, some)) return Recompute::selective;
    if (has_word(clause, all)) return Recompute::full;
    return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> unreadable_cell(MeasuredRow const& row) {
    constexpr std::array<std::string_view, 24> columns{"layers",
                                                       "hidden",
                                                       "heads",
                                                       "seq_len",
                                                       "gpus",
                                                       "tp",
                                                       "pp",
                                                       "dp",
                                                       "mbs",
                                                       "micro_batch",
                                                       "gbs",
                                                       "global_batch",
                                                       "cp",
                                                       "ep",
                                                       "interleave",
                                                       "vp",
                                                       "nodes",
                                                       "n_accel",
                                                       "accel_per_node",
                                                       "seq_len_k",
                                                       "vocab",
                                                       "grad_accum",
                                                       "global_batch_seq"};
    constexpr std::array<std::string_view, 4> unused_widths{"cp", "ep", "vp", "interleave"};
    for (std::string_view const column : columns) {
        std::string const text = row.lower(column);
        if (not_stated(text)) continue;
        auto const value = row.number(column);
        bool const none =
            value == 0.0 && std::ranges::find(unused_widths, column) != unused_widths.end();
        if (none || (value && *value >= 1.0 && *value == std::floor(*value) && *value <= 1e9))
            continue;
        return problem(Code::wrong_type,
                       fmt::format("{} \"{}\" is no whole number of at least 1", column, text));
    }
    return std::nullopt;
}

Result<Plan> plan_of_columns(MeasuredRow const& row, Precision precision) {
    if (auto const cell = unreadable_cell(row)) return failure(*cell);
    Plan plan;
    plan.precision = precision;
    plan.tensor = row.whole_or("tp", 1);
    plan.pipeline = row.whole_or("pp", 1);
    plan.context = row.whole_or("cp", 1);
    plan.expert = row.whole_or("ep", 1);
    plan.virtual_stages = row.whole_or("interleave", row.whole_or("vp", 1));
    constexpr double most = 1e8;
    double const widths = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    if (widths * row.whole_or("dp", 1) > most) {
        return failure(
            problem(Code::out_of_range,
                    fmt::format("TP {} x PP {} x CP {} are more devices than any machine has",
                                plan.tensor,
                                plan.pipeline,
                                plan.context)));
    }
    if (row.has("gpus") && !row.whole("gpus") && !row.whole("dp"))
        return failure(problem(Code::missing_key, "neither GPUs nor replicas are stated"));
    int const copy = plan.replica_devices();
    int const gpus = row.whole_or("gpus", copy * row.whole_or("dp", 1));
    // The number of GPUs is more reliable than a printed degree of data parallelism.
    plan.data = gpus % copy == 0 ? gpus / copy : row.whole_or("dp", 1);
    if (plan.data * copy != gpus) {
        return failure(
            problem(Code::inconsistent,
                    fmt::format("{} GPUs do not hold whole copies of TP {} x PP {} x CP {}",
                                gpus,
                                plan.tensor,
                                plan.pipeline,
                                plan.context)));
    }
    plan.micro_batch = row.whole_or("micro_batch", row.whole_or("mbs", 1));
    if (static_cast<double>(plan.micro_batch) * plan.data > most) {
        return failure(problem(Code::out_of_range,
                               fmt::format("{} replicas with micro-batches of {} are no step",
                                           plan.data,
                                           plan.micro_batch)));
    }
    int const replica = plan.micro_batch * plan.data;
    bool const asked = row.has("global_batch") || row.has("gbs");
    bool const has_batch = row.whole("global_batch") || row.whole("gbs");
    if (asked && !has_batch && (row.whole("micro_batch") || row.whole("mbs")))
        return failure(problem(Code::missing_key, "the global batch is not stated"));
    int const batch = row.whole_or("global_batch", row.whole_or("gbs", replica));
    if (batch < plan.data) {
        return failure(problem(
            Code::inconsistent,
            fmt::format("a global batch of {} is less than the {} replicas", batch, plan.data)));
    }
    plan.accumulation = std::max(1, (batch - 1) / replica + 1);
    return plan;
}

bool states_widths(MeasuredRow const& row) {
    return row.whole("tp") && row.whole("pp");
}

std::optional<Recompute> noted_recompute(MeasuredRow const& row) {
    bool const in_column = !row.text("recompute").empty() || !row.text("act_ckpt").empty() ||
                           row.lower("scheme").find("recompute") != std::string::npos;
    std::string const note = in_column ? std::string() : row.lower("note");
    std::size_t from = 0;
    for (std::size_t at = 0; at <= note.size(); ++at) {
        bool const ends =
            at == note.size() || std::string_view(";,()").find(note[at]) != std::string_view::npos;
        bool const stops = ends || note.substr(at, 2) == ". ";
        if (!stops) continue;
        if (auto const said = recompute_in(std::string_view(note).substr(from, at - from)))
            return said;
        from = at + 1;
    }
    return std::nullopt;
}

std::optional<Precision> precision_of(std::string_view given) {
    std::string text(given);
    std::ranges::transform(
        text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array<std::pair<std::string_view, Precision>, 10> words{
        {{"fp8", Precision::fp8},
         {"fp4", Precision::fp4},
         {"bf16", Precision::bf16},
         {"bfloat16", Precision::bf16},
         {"fp16", Precision::fp16},
         {"tf32", Precision::tf32},
         {"amp", Precision::fp16},
         {"mixed", Precision::fp16},
         {"fp32", Precision::fp32},
         {"float32", Precision::fp32}}};
    for (auto const& [word, precision] : words)
        if (text.find(word) != std::string::npos) return precision;
    return std::nullopt;
}

Result<Precision> stated_precision(MeasuredRow const& row, Precision usual) {
    std::string const& text = row.text("precision");
    if (not_stated(row.lower("precision"))) return usual;
    if (auto const precision = precision_of(text)) return *precision;
    return failure(problem(Code::unknown_name, "the precision \"" + text + "\" is not known"));
}

Result<Recompute> stated_recompute(MeasuredRow const& row, std::string_view usual) {
    std::string text = row.lower("recompute");
    if (text.empty()) text = usual;
    if (text == "none") return Recompute::none;
    if (text == "selective") return Recompute::selective;
    if (text == "full") return Recompute::full;
    if (text == "operators") return Recompute::operators;
    return failure(problem(Code::unknown_name,
                           "the recomputation \"" + row.text("recompute") + "\" is not known",
                           "none, selective, full or operators"));
}

Result<int> stated(MeasuredRow const& row, std::string_view column) {
    if (auto const value = row.whole(column)) return *value;
    return failure(problem(Code::missing_key, std::string(column) + " is not stated"));
}

Result<Plan> stated_plan(MeasuredRow const& row, Precision usual) {
    auto const precision = stated_precision(row, usual);
    if (!precision) return failure(precision.error());
    return plan_of_columns(row, *precision);
}

}  // namespace clustersim
