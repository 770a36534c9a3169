// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/transformer.hpp"
#include "sim/config/reader.hpp"

namespace clustersim {

/// Reads an application's `transformer:` mapping; problems go to the reader's Diagnostics.
Transformer read_transformer(Reader reader);

}  // namespace clustersim
