// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace clustersim {

/// 13824 as "13,824": for counts that are exact, unlike human_number.
std::string grouped(std::int64_t count);

/// "1 node", "3,456 nodes"
std::string node_count_text(std::int64_t nodes);

}  // namespace clustersim
