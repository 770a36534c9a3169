// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/feature_expression.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {
namespace {

using Operator = FeatureOperator;

tl::unexpected<std::string> invalid_feature() {
    return tl::unexpected<std::string>(std::string("Invalid feature specification"));
}

std::optional<Operator> take_operator(std::string_view& text) {
    if (take(text, '&') || take(text, ',')) return Operator::both;
    if (take(text, '|')) return Operator::either;
    return std::nullopt;
}

std::optional<std::string> take_name(std::string_view& text) {
    auto const end = text.find_first_of("&,|()[]*");
    std::string name(text.substr(0, end));
    if (name.empty() || name.find_first_of(" \t") != std::string::npos) return std::nullopt;
    text.remove_prefix(name.size());
    return name;
}

/// Takes "*count" if present; false if the text after '*' is not a count.
bool take_count(std::string_view& text, std::int32_t& count) {
    if (!take(text, '*')) return true;
    auto const value = take_digits(text);
    if (!value || *value < 1 || *value > INT32_MAX) return false;
    count = static_cast<std::int32_t>(*value);
    return true;
}

/// A name or a pair of parentheses, with its count.
std::optional<FeatureItem> take_item(std::string_view& text) {
    FeatureItem item;
    bool const group = take(text, '(');
    while (true) {
        auto name = take_name(text);
        if (!name) return std::nullopt;
        item.names.push_back(std::move(*name));
        if (!group) break;
        if (take(text, ')')) break;
        auto const between = take_operator(text);
        if (!between) return std::nullopt;
        item.between.push_back(*between);
    }
    if (!take_count(text, item.count)) return std::nullopt;
    return item;
}

/// The text after '[', including the ']'.
std::optional<FeatureBracket> take_bracket(std::string_view& text) {
    FeatureBracket bracket;
    std::optional<Operator> between;
    while (true) {
        auto item = take_item(text);
        if (!item) return std::nullopt;
        bracket.items.push_back(std::move(*item));
        if (take(text, ']')) break;
        auto const next = take_operator(text);
        if (!next || (between && *next != *between)) return std::nullopt;
        between = next;
    }
    auto const has_count = [](FeatureItem const& item) { return item.count > 0; };
    // A single counted item is a group of its own.
    bool const groups = between ? *between == Operator::both : has_count(bracket.items.front());
    bracket.between = groups ? Operator::both : Operator::either;
    bool const fits = groups ? std::ranges::all_of(bracket.items, has_count)
                             : std::ranges::none_of(bracket.items, has_count);
    if (!fits) return std::nullopt;
    return bracket;
}

void combine(NodeSet& left, Operator between, NodeSet const& right) {
    if (between == Operator::both)
        left &= right;
    else
        left |= right;
}

/// The nodes of an item; nothing if a name is unknown.
std::optional<NodeSet> nodes_of(FeatureItem const& item, FeatureNodes const& nodes) {
    std::optional<NodeSet> all;
    for (std::size_t i = 0; i < item.names.size(); ++i) {
        NodeSet const* const set = nodes.find(item.names[i]);
        if (set == nullptr) return std::nullopt;
        if (i == 0)
            all = *set;
        else
            combine(*all, item.between[i - 1], *set);
    }
    return all;
}

/// Adds what the bracket says to a choice; false if a name is unknown.
bool add_bracket(FeatureBracket const& bracket, FeatureNodes const& nodes, FeatureChoice& choice) {
    choice.separate_groups = bracket.between == Operator::both;
    for (FeatureItem const& item : bracket.items) {
        auto set = nodes_of(item, nodes);
        if (!set) return false;
        if (choice.separate_groups)
            choice.counted.push_back({std::move(*set), item.count});
        else
            choice.alternatives.push_back(std::move(*set));
    }
    return true;
}

}  // namespace

FeatureNodes::FeatureNodes(Site const& site) : nodes_(site.nodes.size()) {
    for (std::size_t i = 0; i < site.nodes.size(); ++i) {
        auto const node = static_cast<std::int32_t>(i);
        for (std::string const& feature : site.record_of(node).features)
            sets_.try_emplace(feature, nodes_).first->second.insert(node);
    }
}

NodeSet const* FeatureNodes::find(std::string_view name) const {
    auto const found = sets_.find(name);
    return found == sets_.end() ? nullptr : &found->second;
}

tl::expected<FeatureExpression, std::string> parse_features(std::string_view text) {
    FeatureExpression expression;
    Operator before = Operator::both;
    while (true) {
        FeatureExpression::Part part{before, std::nullopt};
        if (take(text, '[')) {
            if (expression.bracket) return invalid_feature();
            expression.bracket = take_bracket(text);
            if (!expression.bracket) return invalid_feature();
        } else {
            part.item = take_item(text);
            if (!part.item) return invalid_feature();
        }
        expression.parts.push_back(std::move(part));
        if (text.empty()) return expression;
        auto const between = take_operator(text);
        if (!between) return invalid_feature();
        if (text.empty()) return expression;  // Slurm ignores an operator at the end.
        before = *between;
    }
}

tl::expected<FeatureChoice, std::string> evaluate_features(FeatureExpression const& expression,
                                                           FeatureNodes const& nodes) {
    FeatureChoice choice;
    choice.allowed = NodeSet(nodes.nodes(), true);
    bool first = true;
    for (auto const& part : expression.parts) {
        if (!part.item) {
            if (!add_bracket(*expression.bracket, nodes, choice)) return invalid_feature();
            continue;
        }
        auto set = nodes_of(*part.item, nodes);
        if (!set) return invalid_feature();
        if (part.item->count > 0) {
            choice.counted.push_back({std::move(*set), part.item->count});
            continue;
        }
        // The first operator has no term to its left to combine.
        combine(choice.allowed, first ? Operator::both : part.before, *set);
        first = false;
    }
    for (NodeSet& set : choice.alternatives) set &= choice.allowed;
    for (CountedNodes& counted : choice.counted) counted.nodes &= choice.allowed;
    return choice;
}

tl::expected<FeatureChoice, std::string> choose_by_features(std::string_view text,
                                                            FeatureNodes const& nodes) {
    text = trimmed(text);
    if (text.empty()) return evaluate_features({}, nodes);
    return parse_features(text).and_then(
        [&](FeatureExpression const& expression) { return evaluate_features(expression, nodes); });
}

}  // namespace clustersim::slurm
