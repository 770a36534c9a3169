// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace clustersim {

/// The characters of a line on stdout: COLUMNS if it is set, else those of the terminal, 80 in a pipe or file.
std::size_t stdout_width();

/// Whether stdout is a terminal, which must not get binary data.
bool stdout_is_terminal();

/// Whether the locale writes UTF-8, from LC_ALL, LC_CTYPE or LANG; else bars are drawn in ASCII.
bool locale_is_utf8();

}  // namespace clustersim
