// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/report/format.hpp"
#include "sim/report/table.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clustersim {

/// A part of an answer that some formats have: text as it is printed, or a table that is laid out in each of them.
struct AnswerPart {
    std::variant<std::string, Table> content;
    std::vector<Format::Kind> formats;
    std::optional<bool>
        utf8{};  ///< a picture for terminals with or without block characters; nothing: for both
    std::optional<bool> detail{};  ///< on a terminal only with or without Format::detail
};

/// An answer in every text format and width. A result stores it, so that it can be printed again without simulating.
using PrintedAnswer = std::vector<AnswerPart>;

/// Schema of a stored answer.
constexpr std::string_view answer_schema = "clustersim/answer/1";

/// The parts of that format.
std::string to_text(PrintedAnswer const& answer, Format format);

/// Adds plain text for every format that has text; in LaTeX it is escaped.
void add_text(PrintedAnswer& answer, std::string const& text);

/// Lets the terminal have the details always.
void show_details(PrintedAnswer& answer);

/// The answer as JSON on one line. Text is stored as it is printed, without control characters.
std::string answer_json(PrintedAnswer const& answer);

/// The answer that answer_json() wrote; `file` names it in the error CS0001.
Result<PrintedAnswer> read_answer(std::string_view json, std::filesystem::path const& file);

}  // namespace clustersim
