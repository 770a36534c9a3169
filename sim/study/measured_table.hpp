// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// One line of a table of published measurements. An empty or absent cell means "not stated".
class MeasuredRow {
  public:
    MeasuredRow(int line, std::map<std::string, std::string, std::less<>> cells)
        : line_(line), cells_(std::move(cells)) {}

    [[nodiscard]] int line() const { return line_; }
    /// Whether the table has the column at all.
    [[nodiscard]] bool has(std::string_view column) const { return cells_.contains(column); }
    /// The cell without surrounding blanks; empty if the table does not state it.
    [[nodiscard]] std::string const& text(std::string_view column) const;
    /// The same in lower case.
    [[nodiscard]] std::string lower(std::string_view column) const;
    /// The number at the start of a cell. `~` and comparison signs may precede it, and k, M, G or % may follow
    /// ("~250k",
    /// "41%" = 41). Nothing if the cell has no number ("OOM", "n/a", "").
    [[nodiscard]] std::optional<double> number(std::string_view column) const;
    /// A number of at least 1, rounded.
    [[nodiscard]] std::optional<int> whole(std::string_view column) const;
    [[nodiscard]] int whole_or(std::string_view column, int fallback) const {
        return whole(column).value_or(fallback);
    }

  private:
    int line_;
    std::map<std::string, std::string, std::less<>> cells_;  ///< by column, in lower case
};

/// A row that cannot be read or used, and why.
struct LeftOutRow {
    int line = 0;
    std::string id;
    std::string reason;
};

struct MeasuredTable {
    std::string file;
    std::vector<std::string> columns;  ///< in lower case
    std::vector<MeasuredRow> rows;
    std::vector<LeftOutRow> broken;  ///< with more cells than the header, or an unclosed quote

    [[nodiscard]] bool has(std::string_view column) const;
};

/// The number at the start of a text, as MeasuredRow::number reads it.
std::optional<double> leading_number(std::string_view text);

/// Reads CSV (RFC 4180, quoted cells may hold line breaks) with a header line; lines that begin with # and
/// empty ones are skipped. CS0001 for a file that cannot be read, CS0104 for one without a header, CS0102
/// for a header that names a column twice.
Result<MeasuredTable> read_measured_table(std::filesystem::path const& file);
Result<MeasuredTable> parse_measured_table(std::string_view text, std::string file);

}  // namespace clustersim
