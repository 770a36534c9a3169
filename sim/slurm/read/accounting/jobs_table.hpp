// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The rows of jobs.csv as text, for millions of jobs: a row takes about as much memory as its line.
class JobsTable {
  public:
    void add(ImportedJob const& job);
    /// Puts the rows in the order of their submissions, those of one instant by their number, and
    /// makes the first submission second 0.
    void begin_at_first();

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    /// The submissions of the first and the last row, as the jobs gave them.
    [[nodiscard]] Instant first() const { return {rows_.front().submit}; }
    [[nodiscard]] Instant last() const { return {rows_.back().submit}; }
    /// The table, without empty columns.
    [[nodiscard]] std::string csv() const;

  private:
    struct Row {
        std::int64_t submit = 0, number = 0;
        std::uint32_t block = 0, offset = 0;
    };
    static constexpr std::size_t most_columns = 64;

    void put(std::size_t column, std::string const& cell);

    std::vector<Row> rows_;
    std::deque<std::string>
        blocks_;  ///< the cells of the rows that are not empty, column by column
    std::bitset<most_columns> used_;
    std::int64_t origin_ = 0;
    std::size_t cell_bytes_ = 0;
};

}  // namespace clustersim::slurm
