// SPDX-License-Identifier: Apache-2.0
#include "sim/core/ensure.hpp"

#include "sim/core/version.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

namespace clustersim {

void broken_invariant(std::string_view expression,
                      std::string_view meaning,
                      std::string_view file,
                      int line) {
    fmt::print(stderr,
               "clustersim {}: internal error at {}:{}\n  {} does not hold: {}\n"
               "  Please report this with the scenario, the seed and the version.\n",
               program_version(),
               file,
               line,
               expression,
               meaning);
    // 70 is the exit code for an internal error; with abort() the caller would see a signal
    // instead.
    std::fflush(nullptr);
    std::_Exit(70);
}

}  // namespace clustersim
