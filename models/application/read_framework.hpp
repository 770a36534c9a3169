// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads the block `framework:` of an application's or framework's file.
Framework read_framework(Reader reader);

}  // namespace clustersim
