// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace clustersim {

/// The lines of a text that are not empty: the paragraphs of a page. A line that begins with four blanks continues the
/// one before.
std::vector<std::string> lines_of(std::string const& text);

}  // namespace clustersim
