// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_reader.hpp"

#include "sim/report/sqlite/sweep_check.hpp"
#include "sim/report/sqlite/sweep_tables.hpp"
#include "sim/study/metric_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic
unreadable_sweep(fs::path const& path, Code code, std::string message, std::string help = {}) {
    Diagnostic d = problem(code, std::move(message), std::move(help));
    d.where.file = path.string();
    return d;
}

std::optional<double> number_or_null(Statement const& row, int column) {
    return row.is_null(column) ? std::nullopt : std::optional(row.number(column));
}

/// Fills the points of a sweep from the tables of an open file.
class SweepFiller {
  public:
    SweepFiller(Database& file, StoredSweep& sweep) : file_(&file), sweep_(&sweep) {}

    void fill() {
        read_points();
        read_runs();
        read_jobs();
        read_answers();
        read_makespans();
        std::erase_if(sweep_->points, [](StoredPoint const& point) {
            return point.impossible.empty() && point.jobs.empty();
        });
    }

  private:
    /// The point of a row; null if the file does not have it.
    StoredPoint* point_of(Statement const& row) {
        auto const number = static_cast<std::size_t>(row.integer(0));
        auto const at = std::ranges::lower_bound(sweep_->points, number, {}, &StoredPoint::number);
        return at != sweep_->points.end() && at->number == number ? &*at : nullptr;
    }

    std::uint32_t unit_of(std::string const& unit) {
        auto const [at, added] =
            units_.try_emplace(unit, static_cast<std::uint32_t>(sweep_->units.size()));
        if (added) sweep_->units.push_back(unit);
        return at->second;
    }

    void read_points() {
        std::string columns;
        for (std::string const& name : sweep_column_names(sweep_->identity.keys))
            columns += ", " + Database::quoted_name(name);
        Statement row =
            file_->prepare(fmt::format("SELECT point{} FROM points ORDER BY point", columns));
        while (row.step()) {
            StoredPoint& point = sweep_->points.emplace_back();
            point.number = static_cast<std::size_t>(row.integer(0));
            for (std::size_t k = 0; k < sweep_->identity.keys.size(); ++k)
                point.settings.push_back(row.text(static_cast<int>(k + 1)));
        }
    }

    void read_runs() {
        Statement row = file_->prepare(
            "SELECT point, system, partition, scheduler, replicates, impossible FROM runs");
        while (row.step()) {
            StoredPoint* point = point_of(row);
            if (point == nullptr) continue;
            point->system = row.text(1);
            point->partition = row.text(2);
            point->scheduler = row.text(3);
            point->replicates = row.integer(4);
            point->impossible = row.text(5);
        }
    }

    void read_jobs() {
        Statement row = file_->prepare(
            "SELECT point, job, never_started_reason FROM jobs ORDER BY point, number");
        while (row.step())
            if (StoredPoint* point = point_of(row); point != nullptr)
                point->jobs.push_back(
                    {row.text(1), row.text(2), std::vector<StoredValue>(sweep_->metrics.size())});
    }

    /// The rows themselves, which are those that were checked: an index may be damaged.
    void read_answers() {
        std::map<std::string, std::size_t, std::less<>> columns;
        for (std::size_t m = 0; m < sweep_->metrics.size(); ++m)
            columns.emplace(sweep_->metrics[m]->name, m);
        Statement row = file_->prepare(
            "SELECT point, metric, job, value, p5, p95, unit FROM answers NOT INDEXED");
        while (row.step()) {
            auto const metric = columns.find(row.text(1));
            if (metric == columns.end()) continue;
            StoredPoint* point = point_of(row);
            if (point == nullptr) continue;
            auto const job = std::ranges::find(point->jobs, row.text(2), &StoredJob::name);
            if (job == point->jobs.end()) continue;
            job->values[metric->second] = {number_or_null(row, 3),
                                           number_or_null(row, 4),
                                           number_or_null(row, 5),
                                           unit_of(row.text(6))};
        }
    }

    void read_makespans() {
        Statement row = file_->prepare(
            "SELECT point, makespan_median_s, makespan_p5_s, makespan_p95_s FROM pipelines");
        while (row.step())
            if (StoredPoint* point = point_of(row); point != nullptr)
                point->makespan = {number_or_null(row, 1),
                                   number_or_null(row, 2),
                                   number_or_null(row, 3),
                                   unit_of("s")};
    }

    Database* file_;
    StoredSweep* sweep_;
    std::map<std::string, std::uint32_t> units_;
};

}  // namespace

Result<void> check_sweep_layout(Database& file, fs::path const& path) {
    auto const id = file.value_of("PRAGMA application_id");
    auto const version = file.value_of("PRAGMA user_version");
    if (file.is_locked())
        return failure(
            unreadable_sweep(path, Code::cannot_read, "another process computes this sweep"));
    if (file.failed() && !file.is_foreign())
        return failure(
            unreadable_sweep(path, Code::cannot_read, "cannot read the file: " + file.reason()));
    if (id != std::to_string(sweep_application_id))
        return failure(unreadable_sweep(
            path, Code::wrong_type, "this is not a file of a sweep, or a damaged one"));
    if (version == std::to_string(sweep_tables_version)) {
        if (are_sweep_tables(file)) return {};
        return failure(
            unreadable_sweep(path,
                             Code::wrong_type,
                             "its tables are not those that a sweep writes, or it is damaged"));
    }
    return failure(unreadable_sweep(
        path,
        Code::inconsistent,
        fmt::format("the tables have version {}, and this program reads version {}",
                    version.value_or("?"),
                    sweep_tables_version),
        "use the version of the program that wrote it"));
}

Result<StoredSweep> read_stored_sweep(fs::path const& path,
                                      std::span<std::string_view const> metrics,
                                      Database::Access access) {
    Database file = Database::open(path, access);
    if (auto known = check_sweep_layout(file, path); !known) return failure(known.error());
    if (auto whole = check_sweep_rows(file, path); !whole) return failure(whole.error());
    StoredSweep sweep;
    sweep.identity = read_identity(file);
    for (std::string_view const name : metrics) sweep.metrics.push_back(&metric_named(name));
    SweepFiller(file, sweep).fill();
    sweep.warnings = read_warnings(file);
    if (file.failed())
        return failure(
            unreadable_sweep(path, Code::wrong_type, "the file is damaged: " + file.reason()));
    return sweep;
}

}  // namespace clustersim
