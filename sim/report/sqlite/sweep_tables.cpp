// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_tables.hpp"

#include "sim/study/metric_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// A table with rows for each point. A job's and a metric's place in their lists is stored, so that rows can be sorted as
/// the program prints them.
struct PointTable {
    char const* name;
    char const* columns;
    char const* order;
};

constexpr std::array point_tables{
    PointTable{"runs",
               "(point INTEGER PRIMARY KEY, system TEXT, partition TEXT, scheduler TEXT, seed "
               "INTEGER, replicates INTEGER, billing_unit TEXT, impossible TEXT)",
               "point"},
    PointTable{"jobs",
               "(point INTEGER, number INTEGER, job TEXT, plan TEXT, never_started_reason TEXT, "
               "PRIMARY KEY (point, number)) WITHOUT ROWID",
               "point, number"},
    PointTable{"answers",
               "(point INTEGER, job TEXT, metric TEXT, value REAL, p5 REAL, p50 REAL, p95 REAL, "
               "unit TEXT)",
               "point, (SELECT number FROM jobs WHERE jobs.point = a.point AND jobs.job = a.job), "
               "(SELECT number FROM metrics WHERE metrics.metric = a.metric)"},
    PointTable{"pipelines",
               "(point INTEGER PRIMARY KEY, tasks INTEGER, makespan_median_s REAL, makespan_p5_s "
               "REAL, makespan_p95_s REAL, gpu_hours REAL, node_hours REAL, billed REAL, energy_J "
               "REAL)",
               "point"},
};
std::string lower(std::string text) {
    std::ranges::transform(
        text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

void write_metrics(Database& file) {
    Statement add = file.prepare("INSERT INTO metrics VALUES (?, ?, ?, ?, ?)");
    std::int64_t number = 0;
    for (Metric const& metric : metrics()) {
        add.bind(0, ++number).bind(1, metric.name).bind(2, metric.title);
        add.bind(3, metric.unit).bind(4, metric.formula).run();
    }
}

void write_answer(Statement& add, std::size_t point, SweptJob const& job, SweptValue const& one) {
    add.bind(0, static_cast<std::int64_t>(point)).bind(1, job.name).bind(2, one.metric->name);
    bool const range = one.low || one.high;
    add.bind(3, one.value).bind(4, one.low).bind(5, range ? one.value : std::nullopt);
    add.bind(6, one.high).bind(7, one.unit).run();
}

void write_jobs(Database& file, SweptPoint const& point) {
    auto const number = static_cast<std::int64_t>(point.number);
    Statement add = file.prepare("INSERT INTO jobs VALUES (?, ?, ?, NULLIF(?, ''), NULLIF(?, ''))");
    Statement answer = file.prepare("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    Statement scaling = file.prepare("INSERT INTO scaling VALUES (?, ?, ?, ?, ?, ?)");
    std::int64_t place = 0;
    for (SweptJob const& job : point.jobs) {
        add.bind(0, number).bind(1, ++place).bind(2, job.name).bind(3, job.plan);
        add.bind(4, job.never_started).run();
        for (SweptValue const& value : job.values) write_answer(answer, point.number, job, value);
        if (!job.scaling) continue;
        scaling.bind(0, number).bind(1, job.name).bind(2, job.scaling->curve);
        scaling.bind(3, std::int64_t{job.scaling->nodes});
        scaling.bind(4, std::optional(job.scaling->throughput));
        scaling.bind(5, job.scaling->epoch_node_time).run();
    }
}

std::optional<double> in_s(std::optional<Duration> const& time) {
    return time ? std::optional(nine_digits(time->si())) : std::nullopt;
}

std::optional<double> rounded(std::optional<double> value) {
    return value ? std::optional(nine_digits(*value)) : std::nullopt;
}

void write_pipeline(Database& file, std::int64_t number, PipelineAnswer const& pipeline) {
    Statement add = file.prepare("INSERT INTO pipelines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    add.bind(0, number).bind(1, std::int64_t{pipeline.tasks});
    add.bind(2, in_s(pipeline.makespan.median)).bind(3, in_s(pipeline.makespan.low));
    add.bind(4, in_s(pipeline.makespan.high)).bind(5, rounded(pipeline.gpu_hours));
    add.bind(6, rounded(pipeline.node_hours)).bind(7, rounded(pipeline.billed()));
    add.bind(8, rounded(pipeline.energy)).run();
}

void write_about(Database& file, std::string_view name, std::string_view value) {
    file.prepare("INSERT INTO about VALUES (?, ?)").bind(0, name).bind(1, value).run();
}

std::string about(Database& file, std::string_view name) {
    return file
        .value_of(fmt::format("SELECT value FROM about WHERE name = {}", Database::quoted(name)))
        .value_or("");
}

}  // namespace

std::vector<std::string> sweep_column_names(std::vector<std::string> const& keys) {
    std::set<std::string> taken{"point"};
    std::vector<std::string> names;
    for (std::string const& key : keys) {
        std::string name = key;
        for (int n = 2; !taken.insert(lower(name)).second; ++n) name = fmt::format("{}_{}", key, n);
        names.push_back(name);
    }
    return names;
}

void create_sweep_tables(Database& file, std::vector<std::string> const& keys, SweepFileKind kind) {
    file.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                         sweep_application_id,
                         sweep_tables_version));
    file.run("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
    file.run("CREATE TABLE metrics (number INTEGER PRIMARY KEY, metric TEXT NOT NULL UNIQUE, title "
             "TEXT, unit TEXT, formula TEXT)");
    std::string columns;
    // A column without a fixed type, in which "8" becomes the number 8 and "easy" stays a text.
    for (std::string const& name : sweep_column_names(keys))
        columns += fmt::format(", {} NUMERIC", Database::quoted_name(name));
    file.run(fmt::format("CREATE TABLE points (point INTEGER PRIMARY KEY{})", columns));
    for (PointTable const& table : point_tables)
        file.run(fmt::format("CREATE TABLE {} {}", table.name, table.columns));
    file.run("CREATE TABLE warnings (message TEXT, code INTEGER, file TEXT, line INTEGER, column "
             "INTEGER, help TEXT, PRIMARY KEY (file, line, column, message)) WITHOUT ROWID");
    if (kind == SweepFileKind::part)
        file.run("CREATE TABLE scaling (point INTEGER, job TEXT, curve TEXT, nodes INTEGER, "
                 "throughput REAL, epoch REAL)");
    write_metrics(file);
}

void create_sweep_views(Database& file) {
    file.run("CREATE INDEX answers_of_metric ON answers (metric, point)");
    file.run("CREATE INDEX answers_of_point ON answers (point)");
}

void write_identity(Database& file, SweepIdentity const& identity) {
    write_about(file, "schema", "clustersim/sweep/1");
    write_about(file, "version", identity.version);
    write_about(file, "title", identity.title);
    write_about(file, "scenario", identity.scenario);
    write_about(file, "inputs", identity.inputs);
    write_about(file, "hash", identity.hash);
    write_about(file, "seed", identity.seed);
    write_about(file, "points", std::to_string(identity.points));
    write_about(file, "keys", fmt::format("{}", fmt::join(identity.keys, "\n")));
}

SweepIdentity read_identity(Database& file) {
    SweepIdentity identity;
    identity.version = about(file, "version");
    identity.title = about(file, "title");
    identity.scenario = about(file, "scenario");
    identity.inputs = about(file, "inputs");
    identity.hash = about(file, "hash");
    identity.seed = about(file, "seed");
    identity.points =
        static_cast<std::size_t>(std::strtoull(about(file, "points").c_str(), nullptr, 10));
    std::istringstream keys(about(file, "keys"));
    for (std::string key; std::getline(keys, key);) identity.keys.push_back(key);
    return identity;
}

void write_point(Database& file, SweptPoint const& point) {
    auto const number = static_cast<std::int64_t>(point.number);
    std::string places = "?";
    for (std::size_t i = 0; i < point.settings.size(); ++i) places += ", ?";
    Statement add = file.prepare(fmt::format("INSERT INTO points VALUES ({})", places));
    add.bind(0, number);
    for (std::size_t i = 0; i < point.settings.size(); ++i)
        add.bind(static_cast<int>(i + 1), point.settings[i].second);
    add.run();
    Statement run =
        file.prepare(point.impossible.empty()
                         ? "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, NULL)"
                         : "INSERT INTO runs VALUES (?, NULL, NULL, NULL, NULL, NULL, NULL, ?)");
    run.bind(0, number);
    if (point.impossible.empty()) {
        run.bind(1, point.system).bind(2, point.partition).bind(3, point.scheduler);
        run.bind(4, static_cast<std::int64_t>(point.seed)).bind(5, point.replicates);
        run.bind(6, point.bill_unit);
    } else {
        run.bind(1, point.impossible);
    }
    run.run();
    write_jobs(file, point);
    if (point.pipeline) write_pipeline(file, number, *point.pipeline);
}

void write_warnings(Database& file, Diagnostics const& warnings) {
    Statement add = file.prepare("INSERT OR IGNORE INTO warnings VALUES (?, ?, ?, ?, ?, ?)");
    for (Diagnostic const& one : warnings.items()) {
        add.bind(0, one.message).bind(1, static_cast<std::int64_t>(one.code));
        add.bind(2, one.where.file).bind(3, std::int64_t{one.where.line});
        add.bind(4, std::int64_t{one.where.column}).bind(5, one.help).run();
    }
}

Diagnostics read_warnings(Database& file) {
    Diagnostics warnings;
    Statement each =
        file.prepare("SELECT message, code, file, line, column, help FROM warnings ORDER BY file, "
                     "line, column, message");
    while (each.step()) {
        Diagnostic one = problem(static_cast<Code>(each.integer(1)), each.text(0), each.text(5));
        one.severity = Severity::warning;
        one.where.file = each.text(2);
        one.where.line = static_cast<int>(each.integer(3));
        one.where.column = static_cast<int>(each.integer(4));
        warnings.add(std::move(one));
    }
    return warnings;
}

void write_efficiencies(Database& file) {
    std::vector<CurvePoint> points;
    std::vector<std::pair<std::int64_t, std::string>> of;
    Statement each = file.prepare(
        "SELECT point, job, curve, nodes, throughput, epoch FROM scaling ORDER BY point, job");
    while (each.step()) {
        of.emplace_back(each.integer(0), each.text(1));
        points.push_back({each.text(2),
                          static_cast<int>(each.integer(3)),
                          each.number(4),
                          each.is_null(5) ? std::nullopt : std::optional(each.number(5))});
    }
    file.run("DELETE FROM answers WHERE metric IN ('efficiency', 'epoch_efficiency')");
    Statement add = file.prepare("INSERT INTO answers VALUES (?, ?, ?, ?, NULL, NULL, NULL, '1')");
    auto const write = [&](std::size_t i, char const* metric, std::optional<double> value) {
        if (!value) return;
        add.bind(0, of[i].first)
            .bind(1, of[i].second)
            .bind(2, metric)
            .bind(3, rounded(value))
            .run();
    };
    std::vector<ScalingEfficiency> const efficiencies = efficiencies_of(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        write(i, "efficiency", efficiencies[i].step);
        write(i, "epoch_efficiency", efficiencies[i].epoch);
    }
}

void copy_sorted(Database& file, std::string const& from) {
    file.run(fmt::format("INSERT INTO points SELECT * FROM {}.points ORDER BY point", from));
    for (PointTable const& table : point_tables)
        file.run(fmt::format("INSERT INTO {0} SELECT a.* FROM {1}.{0} a ORDER BY {2}",
                             table.name,
                             from,
                             table.order));
    file.run(fmt::format("INSERT INTO warnings SELECT * FROM {}.warnings ORDER BY file, line, "
                         "column, message",
                         from));
}

void copy_missing(Database& file, std::string const& from) {
    // The rows of the tables of points come first, because those decide what is missing.
    std::string const missing = "point NOT IN (SELECT point FROM main.runs)";
    for (char const* table : {"points", "jobs", "answers", "pipelines", "scaling", "runs"})
        file.run(fmt::format(
            "INSERT INTO main.{0} SELECT * FROM {1}.{0} WHERE {2}", table, from, missing));
    file.run(fmt::format("INSERT OR IGNORE INTO main.warnings SELECT * FROM {}.warnings", from));
}

}  // namespace clustersim
