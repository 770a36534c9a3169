// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/link_class.hpp"
#include "models/machine/system.hpp"
#include "sim/config/reader.hpp"

#include <functional>
#include <string>

namespace clustersim {

/// Gives the accelerator of a name that a machine's own `accelerators:` lacks. An unknown name is
/// answered by a Diagnostic without a place; the place that refers to it is filled in.
using AcceleratorFinder = std::function<Result<Accelerator>(std::string const& name)>;
/// Gives the class of links of a name, in the same way.
using LinkClassFinder = std::function<Result<LinkClass>(std::string const& name)>;

/// Checks what a machine's file says of its Slurm; where that is a file of its own, adds the partitions
/// and the node types that it holds. Problems are added; with errors among them already, what depends on
/// the rest of the machine is left out.
using SlurmReader =
    std::function<void(System& system, ConfigNode const& document, Diagnostics& diagnostics)>;

/// Where a machine's document finds what it only names.
struct SystemFinders {
    AcceleratorFinder accelerator;
    LinkClassFinder link_class;
    SlurmReader slurm = nullptr;  ///< without one the block is not looked into
};

/// Reads a machine (schema clustersim/system/1) with all cross-references checked. Warnings go to
/// `warnings`; errors, all of them, to the result.
Result<System>
read_system(ConfigNode const& document, SystemFinders const& find, Diagnostics& warnings);

}  // namespace clustersim
