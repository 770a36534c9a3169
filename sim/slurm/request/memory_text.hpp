// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// Parses a size of --mem into MB: "4000", "4000M", "16G", "1T"; kilobytes are rounded up. Returns
/// nothing for any other text.
std::optional<std::int64_t> parse_megabytes(std::string_view text);

/// Writes a size as sacct does (spec 11.1.7), in a larger unit only if little precision is lost.
/// 4000 MB are "4000M", 4096 MB "4G", 1536 MB "1.50G".
std::string size_text(std::int64_t megabytes);

}  // namespace clustersim::slurm
