// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/look/recorded_queue.hpp"
#include "sim/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace clustersim {

/// Simulates a replicate again until its window is over and the study's jobs have ended, at most 60 days later. Errors
/// are those of stored_replicate.
Result<RecordedQueue>
recorded_queue(std::filesystem::path const& folder, std::size_t run, std::uint64_t replicate);

}  // namespace clustersim
