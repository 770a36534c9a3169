// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/sqlite/database.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace clustersim {

/// Whether the tables of an open file are those that this version makes. A view or a trigger in their place could run
/// without end, or show and store other rows.
bool are_sweep_tables(Database& file);

/// A hash over rows that does not depend on their order, so that rows can be added to it.
using RowSum = std::uint64_t;

/// Of the rows that a statement gives, as rows of that table. Parameters of the statement are bound before.
RowSum sum_of_rows(Statement& rows, std::string_view table);

/// Of all rows that belong to points, in a database that is attached by this name. `only`: a condition on the points.
RowSum sum_of_points(Database& file, std::string const& schema, std::string const& only = "1");

/// The places in the tables after which the rows of new points are added.
struct RowMarks {
    std::int64_t answers = 0;
    std::int64_t scaling = 0;
};
RowMarks row_marks(Database& file);
/// Of the rows of a new point in the tables that are found by point, and of those that all new points added elsewhere.
RowSum sum_of_point(Database& file, std::int64_t point);
RowSum sum_of_added(Database& file, RowMarks const& since);

/// Stores the sum of all rows, of which `points` is that of the points.
void write_sum(Database& file, RowSum points);
/// Whether the stored sum is that of the rows. `points`: the sum of the points.
bool is_sum_right(Database& file, std::string const& schema, RowSum points);

/// The problem of a file whose sum is not right.
Diagnostic changed_sweep(Database& file, std::filesystem::path const& path);

/// Checks that an open file of a sweep (sweep_reader.hpp) holds its rows as they were written. Errors: a row was changed,
/// added or lost; the file is damaged.
Result<void> check_sweep_rows(Database& file, std::filesystem::path const& path);

}  // namespace clustersim
