// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads the block `pilot` of an application file.
void read_pilot(Reader reader, Application& application);

}  // namespace clustersim
