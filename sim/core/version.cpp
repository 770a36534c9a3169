// SPDX-License-Identifier: Apache-2.0
#include "sim/core/version.hpp"

namespace clustersim {

// Only this file knows the number, so that a new one compiles nothing else anew.
std::string_view program_version() {
    return CLUSTERSIM_VERSION;
}

}  // namespace clustersim
