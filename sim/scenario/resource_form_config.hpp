// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// Reads what a job asks of its nodes, and when and where it may run. The other keys of the job have been read.
void read_resource_form(Reader& reader, JobSpec& job);

}  // namespace clustersim
