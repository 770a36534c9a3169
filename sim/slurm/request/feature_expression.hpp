// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The nodes that have each feature.
class FeatureNodes {
  public:
    FeatureNodes() = default;
    explicit FeatureNodes(Site const& site);
    /// Null if no node has the feature.
    [[nodiscard]] NodeSet const* find(std::string_view name) const;
    [[nodiscard]] std::size_t nodes() const { return nodes_; }

  private:
    std::map<std::string, NodeSet, std::less<>> sets_;
    std::size_t nodes_ = 0;
};

/// '&' or '|' between two items.
enum class FeatureOperator { both, either };

/// One name, or the names in a pair of parentheses from left to right, with an optional "*count".
struct FeatureItem {
    std::vector<std::string> names;
    std::vector<FeatureOperator> between;  ///< one fewer than names
    std::int32_t count = 0;                ///< 0: not written
};

/// The contents of brackets: `[a|b]`, one of them for all nodes, or `[a*2&b*1]`, groups of nodes.
struct FeatureBracket {
    std::vector<FeatureItem> items;
    FeatureOperator between = FeatureOperator::either;
};

/// --constraint as written, split into its parts (spec 1.7).
struct FeatureExpression {
    /// An item, or the position of the bracket, with the operator in front of it.
    struct Part {
        FeatureOperator before = FeatureOperator::both;
        std::optional<FeatureItem> item;  ///< absent: the bracket
    };
    std::vector<Part> parts;
    std::optional<FeatureBracket> bracket;
};

/// Parses the grammar of spec 1.7. The error is sbatch's.
tl::expected<FeatureExpression, std::string> parse_features(std::string_view text);

/// At least this many of these nodes; in a group, exactly this many.
struct CountedNodes {
    NodeSet nodes;
    std::int32_t count = 0;
    friend bool operator==(CountedNodes const&, CountedNodes const&) = default;
};

/// The nodes that a constraint allows to choose from. All sets hold nodes of the whole cluster.
struct FeatureChoice {
    /// The nodes that satisfy the parts without count and brackets: every node must be one of
    /// these.
    NodeSet allowed;
    /// `[a|b]`: all nodes must be in the same set; tried in this order. Empty: no such brackets.
    std::vector<NodeSet> alternatives;
    /// `a*2&b*1`: these counts are picked first from each. `[a*2&b*2]`: separate groups.
    std::vector<CountedNodes> counted;
    bool separate_groups = false;

    /// True if only `allowed` matters.
    [[nodiscard]] bool plain() const { return alternatives.empty() && counted.empty(); }
};

/// Evaluates the expression to sets of nodes. The error is sbatch's: no node has a named feature.
tl::expected<FeatureChoice, std::string> evaluate_features(FeatureExpression const& expression,
                                                           FeatureNodes const& nodes);

/// Parses and evaluates; empty text allows every node.
tl::expected<FeatureChoice, std::string> choose_by_features(std::string_view text,
                                                            FeatureNodes const& nodes);

}  // namespace clustersim::slurm
