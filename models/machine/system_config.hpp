// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/link_class.hpp"
#include "models/machine/system.hpp"
#include "sim/config/reader.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace clustersim {

/// Finds an accelerator that a machine's own `accelerators:` lacks, by its name, or by a path relative to the folder of the
/// file that states it. An unknown name gives a Diagnostic without a place; the caller adds the place that refers to it.
using AcceleratorFinder = std::function<Result<Accelerator>(std::string const& name,
                                                            std::filesystem::path const& beside)>;
/// Finds a class of links by its name, in the same way.
using LinkClassFinder = std::function<Result<LinkClass>(std::string const& name)>;

/// Finds the software between a collective library and the ports, in the same way.
using CommunicationFinder = std::function<Result<CommunicationSoftware>(std::string const& name)>;

/// Checks what a machine's file says about its Slurm; if a separate file describes it, adds the
/// partitions and node types of that file. Adds the problems found; if there are errors already, skips
/// checks that depend on the rest of the machine.
using SlurmReader =
    std::function<void(System& system, ConfigNode const& document, Diagnostics& diagnostics)>;

/// Finds the things that a machine's document only names.
struct SystemFinders {
    AcceleratorFinder accelerator;
    LinkClassFinder link_class;
    CommunicationFinder communication = nullptr;
    SlurmReader slurm = nullptr;  ///< if null, the block is not read
};

/// Reads a machine (schema clustersim/system/1) with all cross-references checked. Warnings go to
/// `warnings`; errors, all of them, to the result.
Result<System>
read_system(ConfigNode const& document, SystemFinders const& find, Diagnostics& warnings);

}  // namespace clustersim
