// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace clustersim {

std::size_t stdout_width() {
    constexpr std::size_t usual = 80;
    winsize size{};
    if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return usual;
    return size.ws_col > 0 ? size.ws_col : usual;
}

}  // namespace clustersim
