// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace clustersim {

/// The batch system of a machine, as far as a sweep needs it.
class BatchSystem {
  public:
    BatchSystem() = default;
    virtual ~BatchSystem() = default;
    BatchSystem(BatchSystem const&) = delete;
    BatchSystem& operator=(BatchSystem const&) = delete;

    /// Submits a script as a job array with these tasks and returns the number of the job. Errors: there is no such
    /// batch system here, or it refuses the job; the message has its words.
    virtual Result<std::string> submit(std::filesystem::path const& script,
                                       std::span<std::size_t const> tasks) = 0;
    /// The tasks of the array that are pending or running; nothing if the batch system does not answer now.
    virtual std::optional<std::set<std::size_t>> active_tasks(std::string const& job) = 0;
};

}  // namespace clustersim
