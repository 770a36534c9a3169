// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_check.hpp"

#include "sim/report/sqlite/sweep_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace clustersim {
namespace {

/// Tables with rows for each point, by their column `point`.
constexpr std::array<char const*, 4> tables_by_point{"points", "runs", "jobs", "pipelines"};
/// Those without an index on it, to which rows are only added.
constexpr std::array<char const*, 2> growing_tables{"answers", "scaling"};

constexpr char const* sum_name = "rows";

/// FNV-1a, then mixed, so that exchanged values do not cancel out in a sum.
std::uint64_t row_hash(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (char const c : bytes) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
    return hash ^ (hash >> 31U);
}

/// The statement that made a table; nothing for a view.
std::optional<std::string> made_by(Database& file, std::string const& table) {
    return file.value_of(
        fmt::format("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = {}",
                    Database::quoted(table)));
}

bool is_made_alike(Database& file, Database& expected, std::string const& table) {
    auto const made = made_by(file, table);
    return made && made == made_by(expected, table);
}

bool has_table(Database& file, std::string const& schema, char const* name) {
    return file
        .value_of(fmt::format(
            "SELECT 1 FROM {}.sqlite_master WHERE type = 'table' AND name = '{}'", schema, name))
        .has_value();
}

RowSum sum_of(Database& file, std::string const& statement, std::string_view table) {
    Statement rows = file.prepare(statement);
    return sum_of_rows(rows, table);
}

/// Of the rows of no point. The sum itself is not part of it.
RowSum sum_of_rest(Database& file, std::string const& schema) {
    return sum_of(file,
                  fmt::format("SELECT * FROM {}.about WHERE name <> '{}'", schema, sum_name),
                  "about") +
           sum_of(file, fmt::format("SELECT * FROM {}.metrics", schema), "metrics") +
           sum_of(file, fmt::format("SELECT * FROM {}.warnings", schema), "warnings");
}

std::string sum_text(RowSum sum) {
    return fmt::format("{:016x}", sum);
}

std::int64_t last_row(Database& file, char const* table) {
    auto const last = file.value_of(fmt::format("SELECT max(rowid) FROM {}", table));
    return last ? std::strtoll(last->c_str(), nullptr, 10) : 0;
}

}  // namespace

bool are_sweep_tables(Database& file) {
    SweepFileKind const kind =
        made_by(file, "scaling") ? SweepFileKind::part : SweepFileKind::complete;
    // The keys, which name columns, are in a table themselves.
    Database without_keys = Database::in_memory();
    create_sweep_tables(without_keys, {}, kind);
    if (!is_made_alike(file, without_keys, "about")) return false;
    if (file.value_of("SELECT 1 FROM sqlite_master WHERE type = 'trigger'")) return false;
    Database expected = Database::in_memory();
    create_sweep_tables(expected, read_identity(file).keys, kind);
    Statement names = expected.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
    while (names.step())
        if (!is_made_alike(file, expected, names.text(0))) return false;
    return !expected.failed() && !file.failed();
}

RowSum sum_of_rows(Statement& rows, std::string_view table) {
    RowSum sum = 0;
    std::string bytes;
    while (rows.step()) {
        bytes = table;
        int const columns = rows.columns();
        for (int column = 0; column < columns; ++column) rows.append_bytes(column, bytes);
        sum += row_hash(bytes);
    }
    return sum;
}

RowSum sum_of_points(Database& file, std::string const& schema, std::string const& only) {
    RowSum sum = 0;
    auto const add = [&](char const* table) {
        sum +=
            sum_of(file, fmt::format("SELECT * FROM {}.{} WHERE {}", schema, table, only), table);
    };
    for (char const* table : tables_by_point) add(table);
    add("answers");
    if (has_table(file, schema, "scaling")) add("scaling");
    return sum;
}

RowMarks row_marks(Database& file) {
    return {last_row(file, "answers"), last_row(file, "scaling")};
}

RowSum sum_of_point(Database& file, std::int64_t point) {
    RowSum sum = 0;
    for (char const* table : tables_by_point) {
        Statement rows = file.prepare(fmt::format("SELECT * FROM {} WHERE point = ?", table));
        rows.bind(0, point);
        sum += sum_of_rows(rows, table);
    }
    return sum;
}

RowSum sum_of_added(Database& file, RowMarks const& since) {
    RowSum sum = 0;
    for (char const* table : growing_tables) {
        Statement rows = file.prepare(fmt::format("SELECT * FROM {} WHERE rowid > ?", table));
        rows.bind(0, table == growing_tables[0] ? since.answers : since.scaling);
        sum += sum_of_rows(rows, table);
    }
    return sum;
}

void write_sum(Database& file, RowSum points) {
    RowSum const sum = points + sum_of_rest(file, "main");
    file.prepare("INSERT OR REPLACE INTO main.about VALUES (?, ?)")
        .bind(0, sum_name)
        .bind(1, sum_text(sum))
        .run();
}

bool is_sum_right(Database& file, std::string const& schema, RowSum points) {
    auto const stored = file.value_of(
        fmt::format("SELECT value FROM {}.about WHERE name = '{}'", schema, sum_name));
    RowSum const sum = points + sum_of_rest(file, schema);
    return stored == sum_text(sum) && !file.failed();
}

Diagnostic changed_sweep(Database& file, std::filesystem::path const& path) {
    Diagnostic d =
        problem(Code::wrong_type,
                file.failed() ? "the file is damaged: " + file.reason()
                              : "the file was changed since the sweep wrote it: its rows "
                                "do not have the sum that is stored in it",
                "compute the sweep again; own tables belong in a file of their own");
    d.where.file = path.string();
    return d;
}

Result<void> check_sweep_rows(Database& file, std::filesystem::path const& path) {
    if (is_sum_right(file, "main", sum_of_points(file, "main"))) return {};
    return failure(changed_sweep(file, path));
}

}  // namespace clustersim
