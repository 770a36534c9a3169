// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// Problems of the models, which know no files, with the name of the job that they concern and a place in it. Problems
/// that have a place keep it.
Diagnostics about_job(Diagnostics const& problems, JobSpec const& job, ConfigNode const& place);

}  // namespace clustersim
