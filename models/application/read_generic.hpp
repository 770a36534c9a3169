// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/generic.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads the block `generic:` of an application's file into the application's step and model.
void read_generic(Reader reader, GenericApplication& application);

}  // namespace clustersim
