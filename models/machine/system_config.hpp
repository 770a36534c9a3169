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

/// Where a machine's document finds what it only names.
struct SystemFinders {
    AcceleratorFinder accelerator;
    LinkClassFinder link_class;
};

/// Reads a machine (schema clustersim/system/1) with all cross-references checked. Warnings go to
/// `warnings`; errors, all of them, to the result.
Result<System>
read_system(ConfigNode const& document, SystemFinders const& find, Diagnostics& warnings);

}  // namespace clustersim
