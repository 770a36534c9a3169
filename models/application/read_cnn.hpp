// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/cnn.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads the block `cnn:` of an application and finishes it.
Cnn read_cnn(Reader reader);

}  // namespace clustersim
