// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/column_format.hpp"

#include <fmt/format.h>

#include <cctype>

namespace clustersim::slurm {

namespace {

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Reads one column at `text[at]`, after its percent sign, and moves `at` to its end.
FormatColumn read_column(std::string_view text, std::size_t& at, std::size_t named_width) {
    FormatColumn column;
    if (at < text.size() && text[at] == '#') {
        column.width = named_width;
        ++at;
    }
    if (at < text.size() && text[at] == '.') {
        column.right = true;
        ++at;
    }
    while (at < text.size() && is_digit(text[at]) && column.width < 100'000) {
        column.width = column.width * 10 + static_cast<std::size_t>(text[at] - '0');
        ++at;
    }
    if (at < text.size()) column.letter = text[at++];
    return column;
}

}  // namespace

Result<ColumnFormat>
parse_column_format(std::string_view text, std::string_view known, std::size_t named_width) {
    ColumnFormat format;
    Diagnostics wrong;
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] != '%') {
            (format.columns.empty() ? format.before : format.columns.back().behind) += text[at++];
            continue;
        }
        ++at;
        FormatColumn column = read_column(text, at, named_width);
        if (column.letter == 0 || known.find(column.letter) == std::string_view::npos) {
            wrong.add(problem(Code::unknown_name,
                              column.letter == 0
                                  ? std::string("a format ends in the middle of a column")
                                  : fmt::format("there is no column %{}", column.letter),
                              fmt::format("known letters: {}", known)));
        }
        format.columns.push_back(std::move(column));
    }
    if (format.columns.empty())
        wrong.add(problem(Code::bad_syntax,
                          "a format without columns",
                          "write columns as %[.][width]letter, for example \"%.10i %P\""));
    if (!wrong.empty()) return failure(std::move(wrong));
    return format;
}

}  // namespace clustersim::slurm
