// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads `framework:` of an application; problems go to the reader's Diagnostics.
Framework read_framework(Reader reader);

}  // namespace clustersim
