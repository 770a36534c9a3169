// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/workload/gpu_centre.hpp"
#include "sim/workload/lublin.hpp"

namespace clustersim {

/// The parameters of a generator, from the mapping `gpu-centre:` or `lublin:` of a mix.
GpuCentre read_gpu_centre(Reader reader);
Lublin read_lublin(Reader reader);

}  // namespace clustersim
