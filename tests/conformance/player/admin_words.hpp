// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/admin_command.hpp"
#include "sim/slurm/site/site.hpp"

#include <tl/expected.hpp>

#include <span>
#include <string>

namespace clustersim::slurm::conformance {

/// Parses a command line of scontrol or scancel. The error names the word that is not understood.
tl::expected<AdminCommand, std::string>
read_admin(std::span<std::string const> words, Site const& site, Instant now);

}  // namespace clustersim::slurm::conformance
