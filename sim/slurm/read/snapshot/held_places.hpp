// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace clustersim::slurm {

/// The nodes that a job holds, as "n[001-004]/0-63/256000/f" joined by blanks: nodes, cores, MB, devices as
/// hexadecimal bits; ? is unknown.
std::string write_places(QueuedJob const& job, Site const& site);

/// The numbers of nodes by their names.
using NodeNumbers = std::unordered_map<std::string, std::int32_t>;

/// Adds these nodes to the job. Returns the expected format, or an empty text on success.
std::string read_places(std::string_view cell, NodeNumbers const& nodes, QueuedJob& job);

}  // namespace clustersim::slurm
