// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"
#include "sim/config/reader.hpp"

#include <string>

namespace clustersim {

/// "fp64" … "int8", as files write them.
NameTable<Precision> precision_names();

/// Reads the keys of one accelerator from a mapping; problems go to the reader's Diagnostics.
Accelerator read_accelerator(Reader& reader, std::string name);

/// Reads a file of systems/accelerators/ (schema clustersim/accelerator/1) and checks its sources.
Result<Accelerator> read_accelerator_document(ConfigNode const& document);

}  // namespace clustersim
