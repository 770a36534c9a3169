// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

using namespace clustersim;

namespace {

rc::Gen<std::string> text() {
    return rc::gen::container<std::string>(
        rc::gen::elementOf(std::string("ab :#-'\"[]{}&*!0.,\\")));
}

/// A tree as in clustersim files: scalars, lists and mappings without repeated keys.
ConfigNode tree(int depth) {
    ConfigNode node;
    int const kind = depth == 0 ? 0 : *rc::gen::inRange(0, 3);
    int const size = *rc::gen::inRange(0, 4);
    if (kind == 0) {
        node.kind = ConfigNode::Kind::scalar;
        node.scalar = *text();
    } else if (kind == 1) {
        node.kind = ConfigNode::Kind::sequence;
        for (int i = 0; i < size; ++i) node.items.push_back(tree(depth - 1));
    } else {
        node.kind = ConfigNode::Kind::mapping;
        for (int i = 0; i < size; ++i)
            node.entries.push_back({std::to_string(i) + *text(), {}, tree(depth - 1)});
    }
    return node;
}

std::string quote(std::string const& text) {
    std::string out = "'";
    for (char const c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
}

/// Flow style: the shortest notation, possible for every tree.
std::string print(ConfigNode const& node) {
    std::string out;
    switch (node.kind) {
        case ConfigNode::Kind::null: return "~";
        case ConfigNode::Kind::scalar: return quote(node.scalar);
        case ConfigNode::Kind::sequence:
            for (ConfigNode const& item : node.items)
                out += (out.empty() ? "" : ", ") + print(item);
            return "[" + out + "]";
        case ConfigNode::Kind::mapping:
            for (ConfigNode::Entry const& entry : node.entries)
                out += (out.empty() ? "" : ", ") + quote(entry.key) + ": " + print(entry.value);
            return "{" + out + "}";
    }
    return out;
}

}  // namespace

TEST_CASE("printing and parsing a tree is the identity", "[config][property]") {
    CHECK(rc::check([] {
        ConfigNode const node = tree(3);
        std::string const printed = print(node);
        RC_TAG(static_cast<int>(printed.size() / 50));
        auto const back = parse_yaml(printed, "a.yaml");
        RC_LOG(printed);
        RC_ASSERT(back.has_value());
        RC_ASSERT(print(*back) == printed);
    }));
}

TEST_CASE("merging a tree onto itself changes nothing", "[config][property]") {
    CHECK(rc::check([] {
        ConfigNode const node = tree(3);
        ConfigNode merged = node;
        merge_onto(merged, node);
        RC_ASSERT(print(merged) == print(node));
    }));
}

TEST_CASE("any text is a tree or a list of problems", "[config][property]") {
    CHECK(rc::check([] {
        auto const any = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("ab:1 \n\t-?[]{},&*!|>'\"#%@`~")));
        auto const node = parse_yaml(any, "a.yaml");
        RC_CLASSIFY(node.has_value(), "a tree");
        if (!node) RC_ASSERT(node.error().has_errors());
    }));
}
