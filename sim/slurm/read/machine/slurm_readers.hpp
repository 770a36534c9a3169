// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"

#include <filesystem>
#include <memory>

namespace clustersim {

/// Reads the Slurm part of machine files. A block of parameters is checked in the form in which
/// machine_site will apply it; the name of a file (site.yaml or slurm.conf, relative to the
/// machine's file) is replaced by its contents, as the tree of a site file.
SlurmReaders slurm_readers();

/// The machines of a folder, including their Slurm; `kept` has those that were read before, and may be null.
Catalogue machine_catalogue(std::filesystem::path const& folder,
                            std::shared_ptr<KeptMachines> kept = nullptr);

}  // namespace clustersim
