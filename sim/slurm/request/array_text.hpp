// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// Indices with equal gaps: "7", "1-9" or "1-9:2".
struct ArrayRun {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t step = 1;
};

/// What --array asks for. A few characters may name millions of tasks, so that they are listed only where a machine admits
/// them (tasks_of).
struct ArrayRequest {
    std::string text;  ///< as written; empty if no text states it
    std::vector<ArrayRun> runs;
    std::int32_t limit = 0;  ///< tasks that may run at one time; 0: no %limit
    /// The smallest MaxArraySize with which sbatch accepts it. None accepts a malformed text, which has no runs.
    std::int64_t least_size = 0;

    /// Whether the job is no array.
    [[nodiscard]] bool empty() const { return least_size == 0; }
};

/// Reads "0-9:3,20%2".
ArrayRequest read_array(std::string text);
/// The tasks from 0.
ArrayRequest first_tasks(std::int32_t count, std::int32_t limit);

/// The task indices of --array, ascending and unique, and how many tasks may run at one time.
struct ArrayIndices {
    std::vector<std::int32_t> tasks;
    std::int32_t limit = 0;  ///< 0: no %limit
};

/// The tasks, whose indices are below `max_array_size` (spec 1.9). The error is sbatch's.
tl::expected<ArrayIndices, std::string> tasks_of(ArrayRequest const& array,
                                                 std::int64_t max_array_size);

/// The tasks of a text, as read_array() reads it.
tl::expected<ArrayIndices, std::string> parse_array(std::string_view text,
                                                    std::int64_t max_array_size);

/// Writes ascending indices with ranges folded: "0,3-5".
std::string fold_indices(std::span<std::int32_t const> tasks);

}  // namespace clustersim::slurm
