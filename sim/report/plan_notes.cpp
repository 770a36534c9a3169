// SPDX-License-Identifier: Apache-2.0
#include "sim/report/plan_notes.hpp"

#include "models/application/plan_text.hpp"
#include "sim/core/text_width.hpp"
#include "sim/report/memory_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// What rows have in common, with the rows that have it.
struct SharedText {
    std::string text;
    std::vector<AnswerRow> rows;
};

template <class Of>
std::vector<SharedText> by_text(std::span<AnswerRow const> rows, Of of) {
    std::vector<SharedText> groups;
    for (AnswerRow const& row : rows) {
        if (!row.outcome->training) continue;
        std::string text = of(row);
        if (text.empty()) continue;
        auto known = std::ranges::find(groups, text, &SharedText::text);
        if (known == groups.end()) known = groups.insert(known, SharedText{std::move(text), {}});
        known->rows.push_back(row);
    }
    return groups;
}

/// "train on 1, 2, 4 nodes of karolina, on 4 nodes of lumi".
std::string places_of(std::vector<AnswerRow> const& rows) {
    std::string out;
    AnswerRow const* last = nullptr;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        AnswerRow const& row = rows[i];
        bool const same = last != nullptr && last->outcome->job == row.outcome->job;
        bool const here = same && last->run->place.system == row.run->place.system;
        if (here && last->outcome->nodes == row.outcome->nodes) continue;
        if (here) {
            out += fmt::format(", {}", row.outcome->nodes);
        } else {
            out += out.empty() ? "" : "; ";
            if (!same) out += row.outcome->job + " ";
            out += fmt::format("on {} with {}", row.run->place.system, row.outcome->nodes);
        }
        last = &row;
        bool const more = i + 1 < rows.size() && rows[i + 1].outcome->job == row.outcome->job &&
                          rows[i + 1].run->place.system == row.run->place.system;
        if (!more) out += row.outcome->nodes == 1 ? " node" : " nodes";
    }
    return out;
}

/// The plan without the numbers that follow from nodes and batch.
std::string layout_text(Plan const& plan) {
    std::string const whole = written_plan(plan);
    std::string out;
    for (std::size_t at = 0; at < whole.size();) {
        std::size_t const end = std::min(whole.find(',', at), whole.size());
        std::string const part = whole.substr(at, end - at);
        at = end + 1;
        if (part.starts_with("dp=") || part.starts_with("acc=")) continue;
        out += (out.empty() ? "" : ",") + part;
    }
    return out;
}

/// The layout, why it was taken, and how much memory it uses.
std::string used_plans(std::span<AnswerRow const> rows) {
    std::string out;
    for (SharedText const& group : by_text(
             rows, [](AnswerRow const& row) { return layout_text(row.outcome->training->plan); })) {
        bool const searched = std::ranges::any_of(
            group.rows, [](AnswerRow const& row) { return row.outcome->training->searched; });
        MemoryUse most;
        for (AnswerRow const& row : group.rows) {
            MemoryUse const& use = row.outcome->training->step.memory;
            if (use.share() > most.share()) most = use;
        }
        out += fmt::format("  {}{}: {}; {} of a GPU\n",
                           group.text,
                           searched ? " (fastest)" : "",
                           places_of(group.rows),
                           used_memory(most));
    }
    return out.empty() ? out : "Parallel plans (keys: docs/applications.md):\n" + out;
}

std::string software_text(std::span<AnswerRow const> rows) {
    auto const groups =
        by_text(rows, [](AnswerRow const& row) { return row.outcome->training->software; });
    std::string out;
    for (SharedText const& group : groups) {
        out += out.empty() ? "Software assumed: " : "; ";
        out += group.text;
        if (groups.size() > 1) out += fmt::format(" ({})", places_of(group.rows));
    }
    return out.empty() ? out : out + ".\n";
}

std::string faster_text(std::span<AnswerRow const> rows) {
    std::string out;
    for (SharedText const& group : by_text(rows, [](AnswerRow const& row) {
             auto const& faster = row.outcome->training->faster;
             return faster ? in_words(*faster) : std::string();
         }))
        out += fmt::format("Faster plan: {}: {}.\n", places_of(group.rows), group.text);
    return out;
}

/// Breaks long lines. What continues a line begins with four blanks (html/page_lines.cpp).
std::string narrow_lines(std::string_view text) {
    constexpr std::size_t line_width = 80;
    std::string out;
    while (!text.empty()) {
        std::string_view const line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::size_t const blanks = std::min(line.find_first_not_of(' '), line.size());
        std::string indent(blanks, ' ');
        // A number stays with its sign of percent.
        constexpr char held = '\x01';
        std::string whole(line.substr(blanks));
        for (std::size_t at = 0; (at = whole.find(" %", at)) != std::string::npos;)
            whole[at] = held;
        for (std::string part : wrapped_text(whole, line_width - 4)) {
            std::ranges::replace(part, held, ' ');
            out += indent + part + "\n";
            indent = "    ";
        }
    }
    return out;
}

}  // namespace

std::string plan_notes(std::span<AnswerRow const> rows) {
    return narrow_lines(software_text(rows) + used_plans(rows) + faster_text(rows));
}

std::string short_plan_notes(std::span<AnswerRow const> rows) {
    return narrow_lines(software_text(rows) + faster_text(rows));
}

}  // namespace clustersim
