// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/input_file.hpp"
#include "sim/core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// A text file of an archive.
struct PackedFile {
    std::string path;  ///< in the archive
    std::string text;
};

/// More files than any archive that this program reads has.
inline constexpr std::size_t most_packed_files = 1000;

/// The regular files of a tar archive, plain or compressed, in its order. Nothing is written anywhere.
/// Fails on a truncated or damaged archive, on one that unpacks to more than `most` bytes, and on a
/// file that is not an archive.
Result<std::vector<PackedFile>> read_packed_files(GivenFile const& given, std::size_t most);

}  // namespace clustersim
