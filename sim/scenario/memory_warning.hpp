// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/memory.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>

namespace clustersim {

/// The warning that a training job leaves the allocator of its software too little of a device's memory.
std::optional<Diagnostic> memory_warning(JobSpec const& job, MemoryUse const& use);

}  // namespace clustersim
