// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm::conformance {

/// Parses the words of `scontrol create reservation`.
tl::expected<Reservation, std::string>
read_reservation(std::span<std::string const> words, Site const& site, Instant now);

/// Parses an instant in Slurm's formats; Unix time 0 is the start of the recording.
std::optional<Instant> read_instant(std::string_view text, Instant now);

/// The indices of a hostlist, or of ALL; nothing if a name is unknown.
std::optional<std::vector<std::int32_t>> node_indices_of(std::string_view text, Site const& site);

}  // namespace clustersim::slurm::conformance
