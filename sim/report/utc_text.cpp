// SPDX-License-Identifier: Apache-2.0
#include "sim/report/utc_text.hpp"

#include "sim/core/time.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <algorithm>

namespace clustersim {

std::string utc_text(std::int64_t unix_seconds) {
    auto text = slurm::instant_text(Instant{unix_seconds}, Seconds{0});
    std::ranges::replace(text, 'T', ' ');
    return text.substr(0, 16) + " UTC";
}

}  // namespace clustersim
