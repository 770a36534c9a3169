// SPDX-License-Identifier: Apache-2.0
#include "sim/config/yaml_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

std::string as_shown(ConfigNode const& node) {
    if (node.kind == ConfigNode::Kind::mapping) {
        std::string out = "{";
        for (auto const& entry : node.entries) out += entry.key + "=" + as_shown(entry.value) + ";";
        return out + "}";
    }
    if (node.kind == ConfigNode::Kind::sequence) {
        std::string out = "[";
        for (auto const& item : node.items) out += as_shown(item) + ";";
        return out + "]";
    }
    return node.scalar;
}

}  // namespace

TEST_CASE("it writes texts so that they are read back unchanged", "[config][unit]") {
    ConfigNode root;
    for (std::string const text : {"plain",
                                   "n[001-087],m01",
                                   "it's",
                                   "a: b # c",
                                   "",
                                   " blanks ",
                                   "001",
                                   "1e3",
                                   "no",
                                   "- dash",
                                   "tab\there",
                                   "line\nbreak",
                                   "both ' and \" \\ \n",
                                   "{x}",
                                   "~",
                                   "gres/gpu:a100",
                                   "Größe"}) {
        add_entry(root, text, text_node(text));
        add_item(add_entry(root, "list of " + text, {}), text_node(text));
    }
    auto const read = parse_yaml(to_yaml(root), "test");
    INFO(to_yaml(root));
    REQUIRE(read);
    CHECK(as_shown(*read) == as_shown(root));
}

TEST_CASE("it puts nodes that fit on one line and breaks the others", "[config][unit]") {
    ConfigNode root;
    ConfigNode& list = add_entry(root, "list", {});
    ConfigNode entry;
    add_entry(entry, "short", scalar_node("1"));
    add_item(list, entry);
    add_entry(entry, "long", text_node(std::string(100, 'x')));
    ConfigNode inner;
    add_item(inner, text_node(std::string(100, 'y')));
    add_item(inner, text_node("z"));
    add_entry(entry, "inner", inner);
    add_item(list, entry);
    std::string const text = to_yaml(root);
    CHECK(text == "list:\n"
                  "  - {short: 1}\n"
                  "  - short: 1\n"
                  "    long: " +
                      std::string(100, 'x') +
                      "\n"
                      "    inner:\n"
                      "      - " +
                      std::string(100, 'y') + "\n      - z\n");
    auto const read = parse_yaml(text, "test");
    REQUIRE(read);
    CHECK(as_shown(*read) == as_shown(root));
}
