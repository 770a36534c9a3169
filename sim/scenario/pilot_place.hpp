// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>

namespace clustersim {

/// "the pilot runs of my-gpt ran on lumi, and their factors may not hold on leonardo"; empty if the application has none
/// or ran there.
std::string pilot_elsewhere(Application const& application, std::string const& system);

/// The same as a warning at the job's application.
Diagnostics
pilot_warnings(JobSpec const& job, Application const& application, std::string const& system);

}  // namespace clustersim
