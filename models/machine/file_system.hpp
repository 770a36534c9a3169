// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// A file system of the whole machine; rates are aggregates over all its servers. Unset values are
/// missing in the machine's description.
struct FileSystem {
    std::string name;
    std::string kind;
    Bytes capacity{};
    std::optional<Bandwidth> read;
    std::optional<Bandwidth> write;
    std::optional<Bandwidth> per_node;  ///< rate of one client node, reading or writing
    std::optional<Frequency> opens;     ///< files opened for reading, all clients together
    std::optional<Frequency> creates;   ///< files created, all clients together
    int parts = 1;                      ///< equal file systems with the same name; a job uses one
};

/// The drives inside one node.
struct LocalDisk {
    Bandwidth read{};
    Bandwidth write{};
    Frequency creates{};  ///< files created by one process
};

}  // namespace clustersim
