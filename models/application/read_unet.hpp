// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/cnn.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads the block `unet:` of an application and finishes it: the operators that follow from its numbers.
Cnn read_unet(Reader reader);

}  // namespace clustersim
