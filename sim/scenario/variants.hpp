// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// One point of a sweep: the document with the swept keys set.
struct Variant {
    /// The swept keys and their values as text, in the order of the sweep: {"jobs.train.nodes","8"}.
    std::vector<std::pair<std::string, std::string>> settings;
    ConfigNode document;
    /// In place of jobs in the document: those with requests that are not made from keys.
    std::vector<JobSpec> jobs{};

    /// "nodes=8": the settings with the last part of each key.
    [[nodiscard]] std::string label() const;
};

/// The product of a sweep's lists. Its points are made one at a time, because all of them together may need much memory.
class SweepGrid {
  public:
    /// A grid that other code has checked.
    SweepGrid(ConfigNode document, std::vector<ConfigNode::Entry> axes);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::vector<ConfigNode::Entry> const& axes() const { return axes_; }
    /// The point at that position, from 0; the last key changes fastest.
    [[nodiscard]] Variant point(std::size_t position) const;
    /// The position on each axis.
    [[nodiscard]] std::vector<std::size_t> coordinates(std::size_t position) const;

  private:
    ConfigNode base_;  ///< without its sweep
    std::vector<ConfigNode::Entry> axes_;
    std::size_t size_ = 1;
};

/// The grid of `sweep:`, a mapping from dotted keys to lists. Without a sweep it has one point. Errors: keys that the
/// scenario does not have, values that are no lists, more than `most` points.
Result<SweepGrid> sweep_grid(ConfigNode const& document, std::size_t most);

/// Changes of a document by options: each option and its "key=value".
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A scenario, already merged with its parents, with the defaults and the settings.
Result<ConfigNode> scenario_document(ConfigNode scenario, Settings const& settings);

/// Reads a scenario with its parents: its scenario_document().
Result<ConfigNode> read_scenario_document(GivenDocument const& file, Settings const& settings);

/// The document with its settings. Each setting whose key the sweep also sets is an error, because the sweep's values
/// would replace it.
Result<ConfigNode> with_settings(ConfigNode document, Settings const& settings);

/// Expands `sweep:` (a mapping from dotted keys to lists) into its product, the last key fastest.
/// Without a sweep there is one variant. At most 10,000 variants.
Result<std::vector<Variant>> expand_sweep(ConfigNode const& document);

}  // namespace clustersim
