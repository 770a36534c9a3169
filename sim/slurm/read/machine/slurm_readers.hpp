// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"

#include <filesystem>

namespace clustersim {

/// Reads what machine files say of their Slurm. A block of parameters is checked as machine_site will lay
/// it over the machine; the name of a file (site.yaml or slurm.conf, seen from the machine's file) is
/// replaced by what it holds, as a site file's tree.
SlurmReaders slurm_readers();

/// The machines of a folder, their Slurm read.
Catalogue machine_catalogue(std::filesystem::path const& folder);

}  // namespace clustersim
