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
    std::optional<int> targets{};       ///< storage targets of a part, with equal bandwidths
    std::optional<Bandwidth> per_target{};    ///< rate of one client node on one target
    std::optional<Frequency> random_reads{};  ///< reads at random places, all clients together
    std::optional<Duration> latency{};        ///< of one such read, with the way to the server
    std::optional<Bytes> quota{};             ///< of a project, unless it asks for more
    std::optional<double> files_quota{};      ///< files of a project, unless it asks for more
};

/// Measured rates of files in a node's memory.
struct MemoryRates {
    Bandwidth read{};
    Bandwidth write{};
};

/// The drives inside one node.
struct LocalDisk {
    Bandwidth read{};
    Bandwidth write{};
    Frequency creates{};  ///< files created by one process
};

}  // namespace clustersim
