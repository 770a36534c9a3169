// SPDX-License-Identifier: Apache-2.0
#include "sim/report/number_text.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string number_text(double value) {
    return fmt::format("{:.9g}", value);
}

}  // namespace clustersim
