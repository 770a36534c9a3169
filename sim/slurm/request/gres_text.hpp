// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// Parses the value of --gres: a comma list of `name[:type][:count]`, with a default count of 1
/// (spec 1.6.2); "none" and "" give an empty list. The error is sbatch's.
tl::expected<std::vector<GresRequest>, std::string> parse_gres(std::string_view text);

/// Parses the value of --gpus, --gpus-per-node, --gpus-per-task, --gpus-per-socket: a comma list of
/// `[type:]count`.
tl::expected<std::vector<GresRequest>, std::string> parse_gpus(std::string_view text,
                                                               GresScope scope);

/// "gres:gpu:a100:2", as squeue prints a request.
std::string gres_text(GresRequest const& request);

}  // namespace clustersim::slurm
