// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clustersim {

struct ConfigNode;

/// The place of a byte of a text, for problems that are found before there is a tree.
ConfigNode place_of_byte(std::string name, std::string_view text, std::size_t at);

}  // namespace clustersim
