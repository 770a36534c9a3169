// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace clustersim {

/// The text with everything escaped that a terminal would obey instead of show (`\x1b`, `\u202e`): control characters,
/// marks that turn the direction of writing, bytes that are not UTF-8. Line ends and tabs stay: for whole outputs.
std::string printable_text(std::string_view text);

/// The same with line ends and tabs escaped too: for a name or a message within a line.
std::string printable_line(std::string_view text);

/// The text for XML 1.0: marks escaped, and U+FFFD for what XML has no way to write.
std::string xml_text(std::string_view text);

}  // namespace clustersim
