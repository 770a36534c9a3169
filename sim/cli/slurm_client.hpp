// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/sweep/batch_system.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// The Slurm of the machine on which the program runs, through its commands sbatch and squeue.
class SlurmClient : public BatchSystem {
  public:
    /// `options` are given to sbatch before the script.
    explicit SlurmClient(std::vector<std::string> options) : options_(std::move(options)) {}

    /// Error CS0001 if sbatch or squeue cannot be run.
    static Result<void> check();

    Result<std::string> submit(std::filesystem::path const& script,
                               std::span<std::size_t const> tasks) override;
    std::optional<std::set<std::size_t>> active_tasks(std::string const& job) override;

  private:
    std::vector<std::string> options_;
};

}  // namespace clustersim
