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

/// The nodes that carry each feature.
class FeatureNodes {
  public:
    FeatureNodes() = default;
    explicit FeatureNodes(Site const& site);
    /// Null for a name that no node carries.
    [[nodiscard]] NodeSet const* find(std::string_view name) const;
    [[nodiscard]] std::size_t nodes() const { return nodes_; }

  private:
    std::map<std::string, NodeSet, std::less<>> sets_;
    std::size_t nodes_ = 0;
};

/// '&' or '|' between two items.
enum class FeatureOperator { both, either };

/// One name, or the names of a pair of parentheses from left to right, and perhaps "*count".
struct FeatureItem {
    std::vector<std::string> names;
    std::vector<FeatureOperator> between;  ///< one fewer than names
    std::int32_t count = 0;                ///< 0: none was written
};

/// What stands in brackets: `[a|b]`, one of them for all nodes, or `[a*2&b*1]`, groups of nodes.
struct FeatureBracket {
    std::vector<FeatureItem> items;
    FeatureOperator between = FeatureOperator::either;
};

/// --constraint as written, with its parts told apart (spec 1.7).
struct FeatureExpression {
    /// An item, or the bracket where it stands, with the operator in front of it.
    struct Part {
        FeatureOperator before = FeatureOperator::both;
        std::optional<FeatureItem> item;  ///< absent: the bracket
    };
    std::vector<Part> parts;
    std::optional<FeatureBracket> bracket;
};

/// Reads the grammar of spec 1.7. The error is sbatch's.
tl::expected<FeatureExpression, std::string> parse_features(std::string_view text);

/// At least so many of these nodes, or in a group exactly so many.
struct CountedNodes {
    NodeSet nodes;
    std::int32_t count = 0;
    friend bool operator==(CountedNodes const&, CountedNodes const&) = default;
};

/// What a constraint leaves to choose from. All sets hold nodes of the whole cluster.
struct FeatureChoice {
    /// Where the parts without count and brackets hold: every node must be one of these.
    NodeSet allowed;
    /// `[a|b]`: every node must be in the same one; tried in this order. Empty: no such brackets.
    std::vector<NodeSet> alternatives;
    /// `a*2&b*1`: so many are picked from each first. `[a*2&b*2]`: separate groups.
    std::vector<CountedNodes> counted;
    bool separate_groups = false;

    /// Does nothing but `allowed` matter?
    [[nodiscard]] bool plain() const { return alternatives.empty() && counted.empty(); }
};

/// The expression as sets of nodes. The error is sbatch's: a name that no node carries.
tl::expected<FeatureChoice, std::string> evaluate_features(FeatureExpression const& expression,
                                                           FeatureNodes const& nodes);

/// Both at once; no text allows every node.
tl::expected<FeatureChoice, std::string> choose_by_features(std::string_view text,
                                                            FeatureNodes const& nodes);

}  // namespace clustersim::slurm
