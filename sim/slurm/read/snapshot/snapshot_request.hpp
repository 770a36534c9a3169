// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/snapshot/words_line.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <functional>
#include <string_view>

namespace clustersim::slurm {

/// The request of a job as scontrol shows it. `ignored` is called with each word whose value is not
/// understood. Times stay unset.
JobRequest request_of(WordsLine const& words, std::function<void(std::string_view)> const& ignored);

}  // namespace clustersim::slurm
