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
    /// The swept keys and their values as text, in the order of the sweep: {"jobs.train.nodes","8"}.
    std::vector<std::pair<std::string, std::string>> settings;
    ConfigNode document;

    /// "nodes=8": the settings with the last part of each key.
    [[nodiscard]] std::string label() const;
};

/// Changes of a document by options: each option and its "key=value".
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A scenario, already merged with its parents, with the defaults and the settings.
Result<ConfigNode> scenario_document(ConfigNode scenario, Settings const& settings);

/// Reads a scenario file with its parents: its scenario_document().
Result<ConfigNode> read_scenario_document(std::filesystem::path const& path,
                                          Settings const& settings);

/// The document with its settings. Each setting whose key the sweep also sets is an error, because the sweep's values
/// would replace it.
Result<ConfigNode> with_settings(ConfigNode document, Settings const& settings);

/// Expands `sweep:` (a mapping from dotted keys to lists) into its product, the last key fastest.
/// Without a sweep there is one variant. At most 10,000 variants.
Result<std::vector<Variant>> expand_sweep(ConfigNode const& document);

}  // namespace clustersim
