// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace clustersim {

/// The smallest size of each class into which jobs are divided; a class ends before the next one.
constexpr std::array<std::int64_t, 6> size_class_starts{1, 2, 4, 16, 64, 256};

/// The class of a job with this number of nodes or GPUs, which is at least 1.
std::size_t size_class_of(std::int64_t units);

/// "1 node", "2-3 nodes", "256 or more nodes".
std::string size_class_name(std::size_t size_class, std::string_view unit);

}  // namespace clustersim
