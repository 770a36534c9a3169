// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/sqlite/database.hpp"
#include "sim/study/sweep/sweep_store.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim {

/// Identifies a file of a sweep in its header: "csim".
constexpr std::int64_t sweep_application_id = 0x6373696d;
/// Number of the layout of the tables; other layouts are refused.
constexpr std::int64_t sweep_tables_version = 2;

/// Whether a file holds a whole sweep, or is still growing or a part.
enum class SweepFileKind { complete, part };

/// The columns of the table `points`: the keys, with a number after those that SQLite would take for the same.
std::vector<std::string> sweep_column_names(std::vector<std::string> const& keys);

/// The tables of docs/sweeps.md, with a table for the scaling curves in a part.
void create_sweep_tables(Database& file, std::vector<std::string> const& keys, SweepFileKind kind);
/// What indexes and views add to a complete file.
void create_sweep_views(Database& file);

void write_identity(Database& file, SweepIdentity const& identity);
SweepIdentity read_identity(Database& file);

/// Adds the rows of a point.
void write_point(Database& file, SweptPoint const& point);
void write_warnings(Database& file, Diagnostics const& warnings);
Diagnostics read_warnings(Database& file);

/// Replaces the scaling efficiencies of all jobs, which compare all points.
void write_efficiencies(Database& file);

/// Adds the rows of all points, sorted, from another database that is attached by that name.
void copy_sorted(Database& file, std::string const& from);
/// Adds the rows of the points that are not there yet from another part that is attached by that name.
void copy_missing(Database& file, std::string const& from);

}  // namespace clustersim
