// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// A file system of the whole machine; bandwidths are aggregates over all its servers.
struct FileSystem {
    std::string name;
    std::string kind;
    Bytes capacity{};
    std::optional<Bandwidth> read;
    std::optional<Bandwidth> write;
};

}  // namespace clustersim
