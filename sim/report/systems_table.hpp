// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/report/format.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// One row a machine: country, partitions, nodes, GPUs and their kinds, peaks.
std::string systems_text(std::span<LoadedSystem const> systems, Format format);

/// One machine: what a user plans with, then every number and word of its file with confidence and
/// source, section by section, then what the sources are and where one of them is not followed.
std::string system_facts_text(LoadedSystem const& loaded, Format format);

/// "126 numbers: 20 seed, 60 docs, …", best confidence first.
std::string confidence_summary(std::span<Fact const> facts);

}  // namespace clustersim
