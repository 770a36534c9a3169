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

}  // namespace clustersim::slurm
