// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// A file's text and the name under which it appears in messages.
struct NamedText {
    std::string name;
    std::string text;
};

/// One line of a file that is being imported.
struct ImportLine {
    std::string const* file = nullptr;
    int number = 0;
    std::string_view text;

    /// An error at `part`, which is a view into this line (or anything else: the whole line).
    [[nodiscard]] Diagnostic problem(Code code, std::string message, std::string_view part) const;
};

/// A word of sacctmgr: `key=value`, `key+=value`, `key-=value`, or a bare word (in `value`, without
/// key). A cell of a table is a word too: its column is the key.
struct SacctmgrWord {
    std::string_view key;
    char operation = '=';
    std::string value;       ///< without its quotes
    std::string_view where;  ///< the part of the line that holds the value
    ImportLine const* line = nullptr;

    [[nodiscard]] bool bare() const { return key.empty(); }
    [[nodiscard]] Diagnostic problem(Code code, std::string message) const {
        return line->problem(code, std::move(message), where);
    }
    /// The items of a comma list, blanks dropped.
    [[nodiscard]] std::vector<std::string> items() const;
};

/// The words of a command line: blanks separate them, quotes of either kind hold one together.
std::vector<SacctmgrWord> command_words(ImportLine const& line);

/// The fields of a line of `sacctmgr dump` behind its name: `:key=value:key='value'…`. A colon parts
/// two fields where a key follows it, so that gres/gpu:a100=1 remains one value.
std::vector<SacctmgrWord> dump_words(ImportLine const& line, std::string_view fields);

/// The cells of a line of a table that '|' separates.
std::vector<std::string_view> table_cells(std::string_view line);

/// Splits a text into lines without their ends.
std::vector<ImportLine> import_lines(NamedText const& text);

}  // namespace clustersim::slurm
