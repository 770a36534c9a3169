// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/noon_rows.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/time_stamp.hpp"
#include "sim/history/waits/noon_columns.hpp"
#include "sim/history/waits/number_of_name.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array needed_columns{"poll_time",
                                    "submit_time",
                                    "start_time",
                                    "partition",
                                    "account",
                                    "req_cpus",
                                    "time_limit_sec",
                                    "priority_poll"};

/// Positions of the columns in one file.
struct NoonPlaces {
    std::array<std::size_t, needed_columns.size()> needed{};
    std::optional<std::size_t> eligible, tres;
    std::vector<std::size_t> others;
    std::size_t count = 0;
};

std::optional<std::size_t> place_of(std::vector<std::string> const& header, std::string_view name) {
    auto const found = std::ranges::find(header, name);
    if (found == header.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header.begin());
}

std::vector<std::string> texts_of(std::string_view line) {
    std::vector<std::string> texts;
    for (CsvCell& cell : csv_cells(line)) texts.push_back(std::move(cell.text));
    return texts;
}

/// Like std::from_chars, which reads `inf` and `nan` too.
std::optional<double> number_of(std::string_view text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

/// The N of `name=N` in a TRES list.
double count_in(std::string_view tres, std::string_view name, double otherwise) {
    std::string_view rest = tres;
    while (!rest.empty()) {
        auto const comma = std::min(rest.find(','), rest.size());
        std::string_view const item = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        if (!item.starts_with(name) || item.substr(name.size(), 1) != "=") continue;
        return number_of(item.substr(name.size() + 1)).value_or(otherwise);
    }
    return otherwise;
}

/// Reads the cells of one row, and records what is wrong with them.
class RowReader {
  public:
    RowReader(std::string const& file, Diagnostics& problems) : file_(file), problems_(problems) {}

    void begin(std::int64_t line, std::string_view text) {
        line_ = line;
        text_ = text;
        cells_ = csv_cells(text);
        good_ = true;
    }
    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    [[nodiscard]] bool good() const { return good_; }
    [[nodiscard]] std::string const& text(std::size_t at) const { return cells_[at].text; }

    Instant instant(std::size_t at, std::string_view column) {
        if (auto const t = parse_time_stamp(text(at))) return Instant{*t};
        fault(at, Code::wrong_type, column, "YYYY-MM-DD HH:MM:SS");
        return {};
    }
    std::optional<Instant> instant_if_any(std::size_t at, std::string_view column) {
        if (text(at).empty()) return std::nullopt;
        return instant(at, column);
    }
    double number(std::size_t at, std::string_view column) {
        auto const value = number_of(text(at));
        if (value && *value >= 0.0 && *value < 1e15) return *value;
        fault(at, Code::wrong_type, column, "a number of at least 0");
        return 0.0;
    }
    /// NaN for an empty cell.
    double number_if_any(std::size_t at, std::string_view column) {
        if (text(at).empty()) return std::numeric_limits<double>::quiet_NaN();
        if (auto const value = number_of(text(at))) return *value;
        fault(at, Code::wrong_type, column, "a number, or nothing");
        return 0.0;
    }
    void fault(std::size_t at, Code code, std::string_view column, std::string expected) {
        good_ = false;
        Diagnostic d = problem(code, fmt::format("{} is \"{}\"", column, text(at)));
        d.expected = std::move(expected);
        place(d, static_cast<int>(cells_[at].where.data() - text_.data()) + 1);
        d.where.length = std::max(1, static_cast<int>(cells_[at].where.size()));
        problems_.add(std::move(d));
    }
    void too_short(std::size_t columns) {
        good_ = false;
        Diagnostic d =
            problem(Code::wrong_type, fmt::format("too few cells in the row: {}", cells_.size()));
        d.expected = fmt::format("{} cells, as the header", columns);
        place(d, 1);
        problems_.add(std::move(d));
    }

  private:
    void place(Diagnostic& d, int column) const {
        d.where.file = file_;
        d.where.line =
            static_cast<int>(std::min<std::int64_t>(line_, std::numeric_limits<int>::max()));
        d.where.column = column;
        d.line_text = std::string(text_);
    }

    std::string const& file_;
    Diagnostics& problems_;
    std::int64_t line_ = 0;
    std::string_view text_;
    std::vector<CsvCell> cells_;
    bool good_ = true;
};

struct NoonNames {
    NumberOfName partition, account;
};

NoonRow noon_row(RowReader& reader,
                 NoonPlaces const& places,
                 std::vector<FeatureColumn> const& others,
                 NoonNames& names) {
    auto const& [poll, submit, start, partition, account, cores, limit, priority] = places.needed;
    NoonRow row;
    row.poll = reader.instant(poll, "poll_time");
    row.submit = reader.instant(submit, "submit_time");
    row.start = reader.instant_if_any(start, "start_time");
    row.partition = names.partition(reader.text(partition));
    row.account = names.account(reader.text(account));
    row.cores = reader.number(cores, "req_cpus");
    row.limit_s = reader.number(limit, "time_limit_sec");
    row.priority = reader.number(priority, "priority_poll");
    if (places.eligible) row.eligible = reader.instant_if_any(*places.eligible, "eligible_time");
    if (places.tres) {
        row.nodes = count_in(reader.text(*places.tres), "node", 1.0);
        row.gpus = count_in(reader.text(*places.tres), "gres/gpu", 0.0);
    }
    for (std::size_t c = 0; c < others.size(); ++c)
        row.others.push_back(reader.number_if_any(places.others[c], others[c].name));
    if (reader.good() && row.start && *row.start < row.poll)
        reader.fault(start,
                     Code::inconsistent,
                     "start_time",
                     "no earlier than poll_time: the job waits at that instant");
    return row;
}

Result<NoonPlaces> places_in(std::vector<std::string> const& header,
                             std::vector<FeatureColumn> const& others,
                             std::string const& file) {
    NoonPlaces places;
    Diagnostics missing;
    for (std::size_t i = 0; i < needed_columns.size(); ++i) {
        auto const at = place_of(header, needed_columns[i]);
        places.needed[i] = at.value_or(0);
        if (at) continue;
        Diagnostic d = problem(Code::missing_key,
                               fmt::format("the header has no column {}", needed_columns[i]));
        d.where = {.file = file, .line = 1, .column = 1};
        d.expected = fmt::format("the columns {}", fmt::join(needed_columns, ", "));
        missing.add(std::move(d));
    }
    if (missing.has_errors()) return failure(std::move(missing));
    places.eligible = place_of(header, "eligible_time");
    places.tres = place_of(header, "req_tres");
    for (FeatureColumn const& column : others)
        places.others.push_back(*place_of(header, column.name));
    places.count = header.size();
    return places;
}

void read_noon_file(std::filesystem::path const& path,
                    NoonPlaces const& places,
                    NoonRows& table,
                    NoonNames& names,
                    Diagnostics& problems) {
    auto lines = LineSource::open(path);
    if (!lines) return problems.append(lines.error());
    std::string const file = path.string();
    RowReader reader(file, problems);
    bool header = true;
    while (auto const line = lines->next()) {
        if (trimmed(*line).empty()) continue;
        if (std::exchange(header, false)) continue;
        reader.begin(lines->line(), *line);
        if (reader.size() < places.count) {
            reader.too_short(places.count);
            continue;
        }
        NoonRow row = noon_row(reader, places, table.others, names);
        if (!reader.good()) continue;
        if (table.rows.size() == most_trace_jobs)
            return void(problems.add(too_many_jobs(file, most_trace_jobs)));
        table.rows.push_back(std::move(row));
    }
    if (lines->failure_reason()) problems.add(*lines->failure_reason());
}

}  // namespace

Result<std::vector<std::string>> header_of(std::filesystem::path const& file) {
    auto lines = LineSource::open(file);
    if (!lines) return failure(std::move(lines.error()));
    while (auto const line = lines->next())
        if (!trimmed(*line).empty()) return texts_of(*line);
    if (lines->failure_reason()) return failure(*lines->failure_reason());
    return std::vector<std::string>();
}

Result<NoonRows> read_noon_rows(std::vector<std::filesystem::path> const& files) {
    Diagnostics problems;
    std::vector<std::vector<std::string>> headers;
    for (auto const& file : files) {
        auto header = header_of(file);
        if (!header) problems.append(header.error());
        headers.push_back(header ? std::move(*header) : std::vector<std::string>());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    NoonRows table;
    for (FeatureColumn const& column : optional_noon_columns()) {
        bool const everywhere = std::ranges::all_of(
            headers, [&](auto const& header) { return place_of(header, column.name).has_value(); });
        if (everywhere) table.others.push_back(column);
    }
    NoonNames names;
    for (std::size_t i = 0; i < files.size(); ++i) {
        auto const places = places_in(headers[i], table.others, files[i].string());
        if (places)
            read_noon_file(files[i], *places, table, names, problems);
        else
            problems.append(places.error());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return table;
}

}  // namespace clustersim
