// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/snapshot.hpp"
#include "sim/study/answered.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace clustersim {

/// What does Slurm show of a simulated queue at a moment?
struct LookQuestion {
    std::filesystem::path folder;            ///< of the result
    std::string at = "submit";               ///< the moment: "2d4h", "submit+30m"
    std::optional<std::uint64_t> replicate;  ///< absent: the one with the median wait of a job
    std::size_t variant = 0;
    std::string since, until;  ///< further moments that are to be known; empty: none

    /// Whether all moments are written as moments are.
    [[nodiscard]] bool names_moments() const;
};

struct LookAnswer {
    slurm::Snapshot snapshot;
    std::optional<Instant> since, until;
};

/// Simulates the queue up to the moment. A chosen replicate is a remark.
Answered<LookAnswer> look_at_queue(LookQuestion question);

/// Chooses the replicate with the median wait of the study's first job, if none is given, and says which of several it
/// is.
std::string choose_replicate(LookQuestion& question);

}  // namespace clustersim
