// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// A file system of the whole machine; rates are aggregates over all its servers. What is unset, the
/// machine's description does not know.
struct FileSystem {
    std::string name;
    std::string kind;
    Bytes capacity{};
    std::optional<Bandwidth> read;
    std::optional<Bandwidth> write;
    std::optional<Bandwidth> per_node;  ///< what one client node reaches, either way
    std::optional<Frequency> opens;     ///< files opened for reading, of all clients together
    std::optional<Frequency> creates;   ///< files created, of all clients together
    int parts = 1;                      ///< equal file systems behind the name; a job is on one
};

/// The drives inside one node.
struct LocalDisk {
    Bandwidth read{};
    Bandwidth write{};
    Frequency creates{};  ///< files created by one process
};

}  // namespace clustersim
