// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/loaded_system.hpp"
#include "sim/config/kept_files.hpp"

#include <filesystem>
#include <memory>

namespace clustersim {

/// Machines that earlier questions of the process read.
class KeptMachines {
  public:
    /// The machine of this file; null if it was not read before, or if a file that it was read from has changed.
    [[nodiscard]] std::shared_ptr<LoadedSystem const> of(std::filesystem::path const& file) const {
        return machines_.of(file);
    }

    /// Keeps what was read from a file since `begun`, unless that may be out of date already, or the machine names files
    /// of Slurm.
    void keep(std::filesystem::path const& file,
              std::shared_ptr<LoadedSystem const> loaded,
              std::filesystem::file_time_type begun);

  private:
    KeptFiles<LoadedSystem> machines_;
};

}  // namespace clustersim
