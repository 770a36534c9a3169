// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// What --array names: task indices, ascending and each once, and how many may run at one time.
struct ArrayIndices {
    std::vector<std::int32_t> tasks;
    std::int32_t limit = 0;  ///< 0: no %limit
};

/// "0-9:3,20%2": indices below `max_array_size` (spec 1.9). The error is sbatch's.
tl::expected<ArrayIndices, std::string> parse_array(std::string_view text,
                                                    std::int64_t max_array_size);

/// Ascending indices with runs folded: "0,3-5".
std::string fold_indices(std::span<std::int32_t const> tasks);

/// A longer id of a waiting array is cut off by squeue, without a mark.
constexpr std::size_t pending_array_length = 31;

/// What squeue prints for the tasks of an array that still wait: "12_[3-4%2]", or "12_[1-99:2]" for
/// a regular step over more than ten indices (as observed with Slurm 22.05.8, SLURM_BITSTR_LEN
/// unset; spec 11.2.4).
std::string
pending_array_text(std::int64_t job_id, std::span<std::int32_t const> tasks, std::int32_t limit);

}  // namespace clustersim::slurm
