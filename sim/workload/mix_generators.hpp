// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/workload/batch_model.hpp"
#include "sim/workload/lublin.hpp"

namespace clustersim {

/// The parameters of a generator, from the mapping `batches:` or `lublin:` of a mix.
BatchModel read_batches(Reader reader);
Lublin read_lublin(Reader reader);

}  // namespace clustersim
