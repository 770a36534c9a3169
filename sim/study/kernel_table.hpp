// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/kernel_fit.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A table of measured kernels as tests/bench/gpu/kernels.py writes it.
struct KernelTable {
    std::string file;
    /// Of the lines "# device: NVIDIA H200" at its head; empty or absent if not stated.
    std::string device;
    std::string driver;
    std::string software;
    std::optional<Watts> power_limit;
    std::vector<MeasuredKernel> rows;
};

/// Reads CSV with the columns kernel, precision and seconds; m, n, k and copies for products and attention, and bytes for the
/// other kernels; spread and repeats if stated. Reports all problems with their lines.
Result<KernelTable> parse_kernel_table(std::string_view text, std::string file);
Result<KernelTable> read_kernel_table(std::filesystem::path const& file);

}  // namespace clustersim
