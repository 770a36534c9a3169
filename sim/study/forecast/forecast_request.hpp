// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// "8 nodes, 4:00:00, partition standard".
std::string request_text(slurm::Site const& site, slurm::JobRequest const& request);

/// Smaller and shorter variants of a request: half and a quarter of the time, of the nodes, and half
/// of both. Empty where nothing can be halved.
std::vector<slurm::JobRequest> smaller_requests(slurm::Site const& site,
                                                slurm::JobRequest const& request);

}  // namespace clustersim
