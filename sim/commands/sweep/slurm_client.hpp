// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/batch_system.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// The Slurm of the machine on which the program runs, through its commands sbatch and squeue.
class SlurmClient : public BatchSystem {
  public:
    /// `options` are given to sbatch before the script. Once `interrupted` returns true, a command that does not answer is
    /// killed.
    SlurmClient(std::vector<std::string> options, std::function<bool()> interrupted)
        : options_(std::move(options)), interrupted_(std::move(interrupted)) {}

    /// Error CS0001 if sbatch or squeue cannot be run.
    static Result<void> check();

    Result<std::string> submit(std::filesystem::path const& script,
                               std::span<std::size_t const> tasks) override;
    std::optional<std::set<std::size_t>> active_tasks(std::string const& job) override;

  private:
    std::vector<std::string> options_;
    std::function<bool()> interrupted_;
};

}  // namespace clustersim
