// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace clustersim {

/// Reads the size of a message or a file: `1048576`, `64K`, `8M`, `1G` (powers of two, as nccl-tests reads them),
/// `4 GiB`, `4 GB`. From one byte to one exbibyte; the error says what is wrong, in one line.
tl::expected<Bytes, std::string> parse_size(std::string_view text);

/// "a size such as …", for messages.
inline constexpr std::string_view size_expected =
    "a size such as `1048576`, `64K`, `8M` (powers of two) or `4 GiB`";

}  // namespace clustersim
