// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "sim/config/reader.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// Reads the block `framework:` of an application's or framework's file.
Framework read_framework(Reader reader);

/// Reads the constants of one training software (schema clustersim/framework/1), which an application
/// takes by `extends:`.
Result<Framework> read_framework_document(ConfigNode const& node);

}  // namespace clustersim
