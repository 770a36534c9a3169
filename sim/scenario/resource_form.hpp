// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What a job asks of its nodes beyond their number and accelerators, and when and where it may run, in the words of
/// sbatch.
struct ResourceForm {
    std::optional<int> cores;         ///< of each node
    std::optional<Bytes> memory;      ///< of each node
    std::optional<Bytes> local_disk;  ///< free space on the drives of each node (`--tmp`)
    bool exclusive = false;           ///< shares its nodes with no other job
    std::optional<Seconds> time_min;  ///< a start with a limit down to this is accepted
    Seconds begin{};                  ///< earliest start, after the submission
    std::int64_t nice = 0;            ///< taken from its priority
    std::string features;             ///< of its nodes (`--constraint`)
    std::string reservation;
    std::vector<std::string> partitions;  ///< in which it may start, in addition to the run's
    bool requeue = true;            ///< if other jobs stop it, it is requeued instead of cancelled
    std::optional<Seconds> signal;  ///< a signal this long before its limit, at which it ends

    /// Whether it requests a part of each node other than by a number of accelerators.
    [[nodiscard]] bool part_of_node() const { return cores || memory; }
};

}  // namespace clustersim
