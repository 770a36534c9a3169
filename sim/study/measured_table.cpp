// SPDX-License-Identifier: Apache-2.0
#include "sim/study/measured_table.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace clustersim {
namespace {

/// One record of the file and the line it starts in.
struct Record {
    int line = 0;
    std::vector<std::string> fields;
    bool open = false;  ///< it has an unclosed quote
};

std::vector<Record> records_of(std::string_view text) {
    std::vector<Record> records;
    int line = 1;
    while (!text.empty()) {
        std::string_view const before = text;
        Record record{line, {}};
        if (text.front() == '#') {
            text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        } else {
            CsvRecord const read = take_csv_record(text);
            record.open = read.open;
            for (CsvCell const& cell : read.cells) record.fields.emplace_back(trimmed(cell.text));
        }
        line += static_cast<int>(
            std::ranges::count(before.substr(0, before.size() - text.size()), '\n'));
        if (!std::ranges::all_of(record.fields, &std::string::empty))
            records.push_back(std::move(record));
    }
    return records;
}

/// Why a record cannot be read. Empty cells beyond the header are no reason.
std::string why_broken(Record const& record, std::size_t columns) {
    if (record.open) return "an unclosed quote";
    std::size_t cells = record.fields.size();
    while (cells > columns && record.fields[cells - 1].empty()) --cells;
    return cells != columns ? fmt::format("{} cells for {} columns", cells, columns)
                            : std::string();
}

}  // namespace

std::optional<double> leading_number(std::string_view text) {
    while (!text.empty() && (std::isdigit(static_cast<unsigned char>(text.front())) == 0) &&
           text.front() != '-' && text.front() != '.') {
        // Only signs of "about" and of comparison may stand before a number.
        if (std::isalpha(static_cast<unsigned char>(text.front())) != 0) return std::nullopt;
        text.remove_prefix(1);
    }
    std::string digits;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        bool const thousands = text[at] == ',' && at + 3 < text.size() && at > 0;
        if (!thousands) digits += text[at];
    }
    double value = 0.0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    auto const rest = static_cast<std::size_t>(end - digits.data());
    bool const alone = rest + 1 >= digits.size() ||
                       std::isalpha(static_cast<unsigned char>(digits[rest + 1])) == 0;
    if (rest < digits.size() && alone) {
        switch (digits[rest]) {
            case 'k':
            case 'K': return value * 1e3;
            case 'M': return value * 1e6;
            case 'B':
            case 'G': return value * 1e9;
            case 'T': return value * 1e12;
            default: break;
        }
    }
    return value;
}

std::string const& MeasuredRow::text(std::string_view column) const {
    static std::string const none;
    auto const found = cells_.find(column);
    return found == cells_.end() ? none : found->second;
}

std::string MeasuredRow::lower(std::string_view column) const {
    return clustersim::lower(text(column));
}

std::optional<double> MeasuredRow::number(std::string_view column) const {
    return leading_number(text(column));
}

std::optional<int> MeasuredRow::whole(std::string_view column) const {
    auto const value = number(column);
    if (!value || *value < 0.5 || *value > 2e9) return std::nullopt;
    return static_cast<int>(std::lround(*value));
}

bool MeasuredTable::has(std::string_view column) const {
    return std::ranges::find(columns, column) != columns.end();
}

Result<MeasuredTable> parse_measured_table(std::string_view text, std::string file) {
    MeasuredTable table;
    table.file = std::move(file);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<Record> const records = records_of(text);
    if (records.empty()) {
        return failure(problem(Code::missing_key,
                               table.file + ": no header line",
                               "the first line names the columns, separated by commas"));
    }
    for (std::string const& name : records.front().fields) {
        std::string const column = lower(name);
        if (!column.empty() && table.has(column)) {
            return failure(problem(Code::duplicate_key,
                                   fmt::format("{}: two columns \"{}\"", table.file, column),
                                   "a header that names each column once"));
        }
        table.columns.push_back(column);
    }
    for (std::size_t i = 1; i < records.size(); ++i) {
        std::map<std::string, std::string, std::less<>> cells;
        auto const& fields = records[i].fields;
        if (std::string const reason = why_broken(records[i], table.columns.size());
            !reason.empty()) {
            table.broken.push_back({records[i].line, fields.front(), reason});
            continue;
        }
        for (std::size_t c = 0; c < table.columns.size(); ++c) cells[table.columns[c]] = fields[c];
        table.rows.emplace_back(records[i].line, std::move(cells));
    }
    return table;
}

Result<MeasuredTable> read_measured_table(std::filesystem::path const& file) {
    auto const text = read_text(file);
    if (!text) return failure(text.error());
    return parse_measured_table(*text, file.string());
}

}  // namespace clustersim
