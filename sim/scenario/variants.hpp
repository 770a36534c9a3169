// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/result.hpp"

#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// One point of a sweep: the document with the swept keys set.
struct Variant {
    /// The swept keys and their values as written, in the order of the sweep: {"jobs.train.nodes","8"}.
    std::vector<std::pair<std::string, std::string>> settings;
    ConfigNode document;

    /// "nodes=8": the settings with the last part of each key.
    [[nodiscard]] std::string label() const;
};

/// Reads a scenario file, lays it over its parents and the defaults, and applies the command line's
/// settings ("key=value"), each named by the option it came from.
Result<ConfigNode>
read_scenario_document(std::filesystem::path const& path,
                       std::vector<std::pair<std::string, std::string>> const& settings);

/// Expands `sweep:` (a mapping from dotted keys to lists) into its product, the last key fastest.
/// Without a sweep there is one variant. At most 10,000 variants.
Result<std::vector<Variant>> expand_sweep(ConfigNode const& document);

}  // namespace clustersim
