// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/input_file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

inline constexpr std::size_t block_bytes = std::size_t{256} << 10;

enum class Packing { none, gzip, other };

/// The bytes of a file, which may be packed. Their first block is read in advance to find their format.
class PackedBytes {
  public:
    explicit PackedBytes(InputFile file) : file_(std::move(file)), block_(block_bytes) {}

    /// Fills the first block as far as the input goes; false when reading fails.
    Result<void> begin();
    [[nodiscard]] Packing packing() const;
    [[nodiscard]] std::string const& name() const { return file_.name(); }

    /// The next block; empty at the end.
    Result<std::string_view> next();

  private:
    InputFile file_;
    std::vector<char> block_;
    std::size_t first_ = 0;
};

}  // namespace clustersim
