// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace clustersim {

struct LoadedSystem;

/// Machines that earlier questions of the process read, each until one of its files changes. Several threads may use it.
/// There is one for each file of a catalogue, so their number is bounded.
class KeptMachines {
  public:
    KeptMachines();
    ~KeptMachines();
    KeptMachines(KeptMachines const&) = delete;
    KeptMachines& operator=(KeptMachines const&) = delete;

    /// The machine of this file; null if it was not read before, or if a file that it was read from has changed.
    [[nodiscard]] std::shared_ptr<LoadedSystem const> of(std::filesystem::path const& file) const;

    /// Keeps what was read from a file since `begun`, unless that may be out of date already: a relative path, a machine
    /// that names files of Slurm, or a file that was written since shortly before.
    void keep(std::filesystem::path const& file,
              std::shared_ptr<LoadedSystem const> loaded,
              std::filesystem::file_time_type begun);

  private:
    struct Kept;

    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Kept const>> machines_;  ///< by path
};

}  // namespace clustersim
