// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// A file's text and its name for messages.
struct NamedText {
    std::string name;
    std::string text;
};

/// One line of a file that is being imported.
struct ImportLine {
    std::string const* file = nullptr;
    int number = 0;
    std::string_view text;

    /// An error at `part`, which is a view into this line; for any other view, at the whole line.
    [[nodiscard]] Diagnostic problem(Code code, std::string message, std::string_view part) const;
};

/// A word `key=value` of a dump, or a bare word (in `value`, without key). The cell of a table is also
/// a word: its column is the key.
struct SacctmgrWord {
    std::string_view key;
    std::string value;       ///< without its quotes
    std::string_view where;  ///< the part of the line that holds the value
    ImportLine const* line = nullptr;

    [[nodiscard]] Diagnostic problem(Code code, std::string message) const {
        return line->problem(code, std::move(message), where);
    }
    /// The items of a comma list, without blanks.
    [[nodiscard]] std::vector<std::string> items() const;
};

/// The cells of a table line, separated by '|'.
std::vector<std::string_view> table_cells(std::string_view line);

/// Splits a text into lines without line ends.
std::vector<ImportLine> import_lines(NamedText const& text);

}  // namespace clustersim::slurm
