// SPDX-License-Identifier: Apache-2.0
#include "sim/study/kernel_table.hpp"

#include "models/machine/accelerator_config.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/input_file.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/core/quantity_text.hpp"
#include "sim/study/measured_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace clustersim {
namespace {

constexpr std::array columns{"kernel",
                             "precision",
                             "m",
                             "n",
                             "k",
                             "copies",
                             "bytes",
                             "seconds",
                             "repeats",
                             "spread",
                             "note"};
constexpr std::array needed{"kernel", "precision", "seconds"};
/// More kernels than any benchmark has; the fit goes through all of them many times.
constexpr std::size_t most_rows = 10'000;
constexpr double largest_extent = 1e9;
constexpr double largest_bytes = 1e13;
constexpr double longest = 3600.0;  // seconds of one kernel

template <class Enum>
std::vector<std::string> names_in(NameTable<Enum> table) {
    std::vector<std::string> names;
    for (auto const& [name, unused] : table) names.emplace_back(name);
    return names;
}

class KernelReader {
  public:
    explicit KernelReader(KernelTable& table) : table_(&table) {}

    void row(MeasuredRow const& row) {
        std::size_t const before = problems_.items().size();
        MeasuredKernel measured;
        measured.line = row.line();
        Kernel& kernel = measured.kernel;
        kernel.kind = one_of<KernelKind>(row, "kernel", enum_names<KernelKind>);
        kernel.precision = one_of<Precision>(row, "precision", enum_names<Precision>);
        if (has_shape(kernel.kind)) {
            kernel.m = count(row, "m");
            kernel.n = count(row, "n");
            kernel.k = count(row, "k");
            if (!row.text("copies").empty()) kernel.copies = count(row, "copies");
        } else {
            kernel.moved = bytes(number(row, "bytes", 1.0, largest_bytes));
        }
        measured.time = seconds(number(row, "seconds", 1e-9, longest));
        if (!row.text("spread").empty()) measured.spread = number(row, "spread", 0.0, 100.0);
        if (!row.text("repeats").empty()) number(row, "repeats", 1.0, 1e9);
        if (problems_.items().size() == before) table_->rows.push_back(measured);
    }

    void complain(int line, std::string message, std::string help, Code code = Code::wrong_type) {
        Diagnostic d = problem(code, std::move(message), std::move(help));
        d.where = {table_->file, line, 1, 1};
        problems_.add(std::move(d));
    }

    Result<KernelTable> done() {
        if (table_->rows.empty() && !problems_.has_errors())
            complain(0, "the table has no rows", "one row for each measured kernel");
        if (table_->rows.size() > most_rows)
            complain(0,
                     fmt::format("{} rows", table_->rows.size()),
                     fmt::format("at most {} rows", most_rows),
                     Code::out_of_range);
        if (problems_.has_errors()) return failure(std::move(problems_));
        return std::move(*table_);
    }

  private:
    template <class Enum>
    Enum one_of(MeasuredRow const& row, std::string_view column, NameTable<Enum> names) {
        for (auto const& [name, value] : names)
            if (row.text(column) == name) return value;
        complain(row.line(),
                 fmt::format("unknown {} \"{}\"", column, row.text(column)),
                 did_you_mean(row.text(column), names_in(names)),
                 Code::unknown_name);
        return names.front().second;
    }

    /// A whole cell as a number. A unit is refused, because the column has one.
    double number(MeasuredRow const& row, std::string_view column, double least, double most) {
        std::string const& text = row.text(column);
        double value = 0.0;
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        bool const whole = error == std::errc{} && end == text.data() + text.size();
        if (whole && value >= least && value <= most) return value;
        complain(row.line(),
                 fmt::format("{} \"{}\"", column, text),
                 fmt::format("a number from {:.3g} to {:.3g}", least, most),
                 whole ? Code::out_of_range : Code::wrong_type);
        return least;
    }

    double count(MeasuredRow const& row, std::string_view column) {
        double const value = number(row, column, 1.0, largest_extent);
        if (value != std::floor(value))
            complain(
                row.line(), fmt::format("{} \"{}\"", column, row.text(column)), "a whole number");
        return value;
    }

    KernelTable* table_;
    Diagnostics problems_;
};

/// The lines "# key: value" of the text.
void read_head(std::string_view text, KernelTable& table, KernelReader& reader) {
    int line = 0;
    while (!text.empty()) {
        ++line;
        std::string_view const one = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), one.size() + 1));
        auto const colon = one.find(':');
        if (!one.starts_with('#') || colon == std::string_view::npos) continue;
        std::string_view const key = trimmed(one.substr(1, colon - 1));
        std::string const value(trimmed(one.substr(colon + 1)));
        if (key == "device") table.device = value;
        if (key == "driver") table.driver = value;
        if (key == "software") table.software = value;
        if (key != "power limit" || value.empty()) continue;
        auto const limit = parse_quantity(value, Dimension::power);
        if (limit && *limit > 0.0)
            table.power_limit = watts(*limit);
        else
            reader.complain(
                line, fmt::format("power limit \"{}\"", value), "a power such as 700 W");
    }
}

void check_columns(MeasuredTable const& measured, KernelReader& reader) {
    std::vector<std::string> const known(columns.begin(), columns.end());
    for (std::string const& column : measured.columns)
        if (std::ranges::find(known, column) == known.end())
            reader.complain(0,
                            fmt::format("unknown column \"{}\"", column),
                            did_you_mean(column, known),
                            Code::unknown_key);
    for (char const* column : needed)
        if (!measured.has(column))
            reader.complain(0,
                            fmt::format("there is no column \"{}\"", column),
                            did_you_mean(column, measured.columns),
                            Code::missing_key);
}

}  // namespace

Result<KernelTable> parse_kernel_table(std::string_view text, std::string file) {
    auto const measured = parse_measured_table(text, file);
    if (!measured) return failure(measured.error());
    KernelTable table;
    table.file = std::move(file);
    KernelReader reader(table);
    read_head(text, table, reader);
    check_columns(*measured, reader);
    for (LeftOutRow const& broken : measured->broken)
        reader.complain(broken.line, broken.reason, "one cell under each column");
    bool const complete =
        std::ranges::all_of(needed, [&](char const* column) { return measured->has(column); });
    if (complete)
        for (MeasuredRow const& row : measured->rows) reader.row(row);
    return reader.done();
}

Result<KernelTable> read_kernel_table(std::filesystem::path const& file) {
    auto const text = read_text(file);
    if (!text) return failure(text.error());
    return parse_kernel_table(*text, file.string());
}

}  // namespace clustersim
