// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// A size as --mem takes it, in MB: "4000", "4000M", "16G", "1T"; kilobytes are rounded up. Nothing
/// when it is none.
std::optional<std::int64_t> parse_megabytes(std::string_view text);

/// A size as sacct prints it (spec 11.1.7): a larger unit only where little is lost. 4000 MB are
/// "4000M", 4096 MB "4G", 1536 MB "1.50G".
std::string size_text(std::int64_t megabytes);

}  // namespace clustersim::slurm
