// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/report/format.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// One row per machine: country, partitions, nodes, GPUs and their kinds, peaks.
std::string systems_text(std::span<LoadedSystem const> systems, Format format);

/// One machine: the facts for planning, then every value of its file with confidence and source, section by section,
/// then the list of sources and the values that deviate from them.
std::string system_facts_text(LoadedSystem const& loaded, Format format);

/// The sections that can be shown alone: "partitions", "qos", "access", "node_types" …, "sources".
std::vector<std::string> system_sections(LoadedSystem const& loaded);
/// One of them: its overview and its facts; also "node_types.booster". Not as JSON. Empty: there is no such section.
std::string
system_section_text(LoadedSystem const& loaded, std::string const& section, Format format);

/// "126 numbers: 20 seed, 60 docs, …", best confidence first.
std::string confidence_summary(std::span<Fact const> facts);

}  // namespace clustersim
