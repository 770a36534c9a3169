// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The task indices of --array, ascending and unique, and how many tasks may run at one time.
struct ArrayIndices {
    std::vector<std::int32_t> tasks;
    std::int32_t limit = 0;  ///< 0: no %limit
};

/// Parses "0-9:3,20%2"; indices are below `max_array_size` (spec 1.9). The error is sbatch's.
tl::expected<ArrayIndices, std::string> parse_array(std::string_view text,
                                                    std::int64_t max_array_size);

/// Writes ascending indices with ranges folded: "0,3-5".
std::string fold_indices(std::span<std::int32_t const> tasks);

}  // namespace clustersim::slurm
