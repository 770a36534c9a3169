// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

/// "8 nodes, 4:00:00, partition standard".
std::string request_text(slurm::Site const& site, slurm::JobRequest const& request);

/// The number of the record that holds a job or a task; the number of records if there is none. Of an array the record of
/// its pending tasks counts, not those that ran.
std::size_t record_of(std::vector<slurm::QueuedJob> const& jobs, QueuedTarget const& target);

/// Smaller and shorter variants of a request: half and a quarter of the time, of the nodes, and half
/// of both. Empty where nothing can be halved.
std::vector<slurm::JobRequest> smaller_requests(slurm::Site const& site,
                                                slurm::JobRequest const& request);

}  // namespace clustersim
