// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/result_tables.hpp"

#include "sim/core/csv.hpp"
#include "sim/study/metric_table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <span>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using nlohmann::json;

Diagnostic not_as_written(ResultText const& source, std::string what) {
    Diagnostic d = problem(Code::cannot_read, std::move(what), "run its scenario again");
    d.where.file = source.file.string();
    return d;
}

struct TypedColumn {
    std::string_view name;
    std::string_view type;
};

constexpr std::array job_columns{TypedColumn{"variant", "TEXT"},
                                 TypedColumn{"job", "TEXT"},
                                 TypedColumn{"task", "INTEGER"},
                                 TypedColumn{"replicate", "INTEGER"},
                                 TypedColumn{"submission_time", "INTEGER"},
                                 TypedColumn{"starting_time", "INTEGER"},
                                 TypedColumn{"finish_time", "INTEGER"},
                                 TypedColumn{"waiting_time", "INTEGER"},
                                 TypedColumn{"execution_time", "INTEGER"},
                                 TypedColumn{"turnaround_time", "INTEGER"},
                                 TypedColumn{"requested_time", "INTEGER"},
                                 TypedColumn{"requested_number_of_nodes", "INTEGER"},
                                 TypedColumn{"requested_number_of_gpus", "INTEGER"},
                                 TypedColumn{"success", "INTEGER"}};

constexpr std::array timeline_columns{TypedColumn{"time_s", "INTEGER"},
                                      TypedColumn{"busy_units", "INTEGER"},
                                      TypedColumn{"queued_jobs", "INTEGER"}};

bool has_columns(CsvRecord const& header, std::span<TypedColumn const> columns) {
    if (header.cells.size() != columns.size()) return false;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (header.cells[i].text != columns[i].name) return false;
    return true;
}

/// False if the cell is not of its column's type.
bool bind_cell(Statement& add, int place, std::string const& text, std::string_view type) {
    if (type == "TEXT") {
        add.bind(place, text);
        return true;
    }
    if (text.empty()) {
        add.bind(place, std::optional<double>{});
        return true;
    }
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    add.bind(place, number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// A table with the rows of a CSV file.
Result<void> write_csv_table(Database& file,
                             std::string_view table,
                             std::span<TypedColumn const> columns,
                             ResultText const& source) {
    std::string_view rest = source.text;
    if (rest.empty() || !has_columns(take_csv_record(rest), columns))
        return failure(not_as_written(source, "this file does not have the columns of a result"));
    std::string definition, places;
    for (TypedColumn const& column : columns) {
        definition += fmt::format("{}{} {}", places.empty() ? "" : ", ", column.name, column.type);
        places += places.empty() ? "?" : ", ?";
    }
    file.run(fmt::format("CREATE TABLE {} ({})", table, definition));
    Statement add = file.prepare(fmt::format("INSERT INTO {} VALUES ({})", table, places));
    for (int line = 2; !rest.empty(); ++line) {
        CsvRecord const record = take_csv_record(rest);
        bool good = record.cells.size() == columns.size();
        for (std::size_t i = 0; good && i < columns.size(); ++i)
            good = bind_cell(add, static_cast<int>(i), record.cells[i].text, columns[i].type);
        if (!good) {
            Diagnostic d = not_as_written(source, "this row is not as `run` writes it");
            d.where.line = line;
            return failure(std::move(d));
        }
        add.run();
    }
    return {};
}

std::optional<double> number_in(json const& values, std::string_view name) {
    if (name.empty()) return std::nullopt;
    auto const found = values.find(name);
    if (found == values.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

void write_definitions(Database& file) {
    file.run("CREATE TABLE metrics (number INTEGER PRIMARY KEY, metric TEXT NOT NULL UNIQUE, title "
             "TEXT, unit TEXT, formula TEXT)");
    Statement add = file.prepare("INSERT INTO metrics VALUES (?, ?, ?, ?, ?)");
    std::int64_t number = 0;
    for (Metric const& metric : metrics()) {
        add.bind(0, ++number).bind(1, metric.name).bind(2, metric.title);
        add.bind(3, metric.unit).bind(4, metric.formula).run();
    }
}

void write_about(Database& file, json const& summary) {
    file.run("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
    Statement add = file.prepare("INSERT INTO about VALUES (?, ?)");
    add.bind(0, "schema").bind(1, "clustersim/result-tables/1").run();
    for (char const* name :
         {"version", "title", "seed", "replicates", "scheduler", "background", "complete"}) {
        json const& value = summary.at(name);
        add.bind(0, name);
        if (value.is_null())
            add.bind(1, std::optional<double>{});
        else
            add.bind(1, value.is_string() ? value.get<std::string>() : value.dump());
        add.run();
    }
}

void write_answers(Statement& add, std::int64_t run, std::string const& label, json const& job) {
    json const& values = job.at("metrics");
    json const& units = job.at("units");
    for (Metric const& metric : metrics()) {
        auto const value = number_in(values, metric.name);
        auto const low = number_in(values, metric.low);
        auto const high = number_in(values, metric.high);
        if (!value && !low && !high) continue;
        add.bind(0, run).bind(1, label).bind(2, job.at("job").get<std::string>());
        add.bind(3, metric.name).bind(4, value).bind(5, low).bind(6, high);
        add.bind(7, units.value(std::string(metric.name), std::string(metric.unit))).run();
    }
}

void write_runs(Database& file, json const& runs) {
    file.run("CREATE TABLE runs (run INTEGER PRIMARY KEY, variant TEXT, system TEXT, partition "
             "TEXT, partition_nodes INTEGER, scheduler TEXT, mix TEXT, load REAL, seed INTEGER, "
             "replicates INTEGER, billing_unit TEXT)");
    file.run("CREATE TABLE settings (run INTEGER, key TEXT, value TEXT)");
    file.run("CREATE TABLE answers (run INTEGER, variant TEXT, job TEXT, metric TEXT, value REAL, "
             "low REAL, high REAL, unit TEXT)");
    Statement add = file.prepare("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    Statement setting = file.prepare("INSERT INTO settings VALUES (?, ?, ?)");
    Statement answer = file.prepare("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    std::int64_t number = 0;
    for (json const& run : runs) {
        auto const text = [&](char const* key) { return run.at(key).get<std::string>(); };
        auto const whole = [&](char const* key) { return run.at(key).get<std::int64_t>(); };
        add.bind(0, number).bind(1, text("variant")).bind(2, text("system"));
        add.bind(3, text("partition")).bind(4, whole("partition_nodes"));
        add.bind(5, text("scheduler")).bind(6, text("mix")).bind(7, number_in(run, "load"));
        add.bind(8, whole("seed")).bind(9, whole("replicates"));
        add.bind(10, text("billing_unit")).run();
        for (auto const& [key, value] : run.at("settings").items())
            setting.bind(0, number).bind(1, key).bind(2, value.get<std::string>()).run();
        for (json const& job : run.at("jobs")) write_answers(answer, number, text("variant"), job);
        ++number;
    }
}

void write_named_texts(Database& file, char const* table, json const& rows) {
    file.run(fmt::format("CREATE TABLE {} (name TEXT, text TEXT)", table));
    Statement add = file.prepare(fmt::format("INSERT INTO {} VALUES (?, ?)", table));
    for (json const& row : rows)
        add.bind(0, row.at("name").get<std::string>())
            .bind(1, row.at("text").get<std::string>())
            .run();
}

/// Calls `write` with the JSON of a file of the result.
template <class Write>
Result<void> with_json(ResultText const& source, Write write) {
    try {
        write(json::parse(source.text));
        return {};
    } catch (json::exception const& error) {
        return failure(not_as_written(
            source, fmt::format("this file is not as `run` writes it: {}", error.what())));
    }
}

}  // namespace

Result<void> write_summary_tables(Database& file, ResultText const& summary) {
    return with_json(
        summary,
        [&](json const& document) {
            write_about(file, document);
            write_definitions(file);
            write_runs(file, document.at("runs"));
        });
}

Result<void> write_source_tables(Database& file, ResultText const& report) {
    return with_json(
        report,
        [&](json const& document) {
            write_named_texts(file, "inputs", document.at("inputs"));
            write_named_texts(file, "sources", document.at("sources"));
        });
}

Result<void> write_jobs_table(Database& file, ResultText const& jobs) {
    return write_csv_table(file, "jobs", job_columns, jobs);
}

Result<void> write_timeline_table(Database& file, ResultText const& timeline) {
    return write_csv_table(file, "timeline", timeline_columns, timeline);
}

}  // namespace clustersim
