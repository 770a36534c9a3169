// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/views/text.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// One `%[.][width]letter` of a format of squeue, sinfo or sprio, with the text up to the next one.
struct FormatColumn {
    char letter = 0;
    std::size_t width = 0;  ///< 0: as wide as the value
    bool right = false;
    std::string behind;
};

/// A format such as "%.18i %.9P %R" (spec 11.1.1).
struct ColumnFormat {
    std::string before;  ///< text before the first column
    std::vector<FormatColumn> columns;

    [[nodiscard]] bool uses(std::string_view letters) const {
        return std::ranges::any_of(
            columns,
            [&](FormatColumn const& column) {
                return letters.find(column.letter) != std::string_view::npos;
            });
    }
};

/// Parses a format; every letter must be one of `known`. "%#P" is a column of width `named_width`.
Result<ColumnFormat>
parse_column_format(std::string_view text, std::string_view known, std::size_t named_width = 0);

/// The meaning of a letter: its title and the value of a row.
template <class Row>
struct ColumnKind {
    char letter = 0;
    std::string_view title;
    std::string (*value)(Row const&);
    TooLong too_long = TooLong::cut;
};

template <class Row>
ColumnKind<Row> const& kind_of(std::span<ColumnKind<Row> const> kinds, char letter) {
    for (ColumnKind<Row> const& kind : kinds)
        if (kind.letter == letter) return kind;
    return kinds.front();  // not reached: a format has only letters of these kinds
}

template <class Row>
std::string letters_of(std::span<ColumnKind<Row> const> kinds) {
    std::string letters;
    for (ColumnKind<Row> const& kind : kinds) letters += kind.letter;
    return letters;
}

template <class Row>
std::string title_line(ColumnFormat const& format, std::span<ColumnKind<Row> const> kinds) {
    std::string out = format.before;
    for (FormatColumn const& column : format.columns) {
        out += in_column(
            kind_of(kinds, column.letter).title, column.width, column.right, TooLong::cut);
        out += column.behind;
    }
    return out + '\n';
}

template <class Row>
std::string
row_line(ColumnFormat const& format, std::span<ColumnKind<Row> const> kinds, Row const& row) {
    std::string out = format.before;
    for (FormatColumn const& column : format.columns) {
        ColumnKind<Row> const& kind = kind_of(kinds, column.letter);
        out += in_column(kind.value(row), column.width, column.right, kind.too_long);
        out += column.behind;
    }
    return out + '\n';
}

}  // namespace clustersim::slurm
