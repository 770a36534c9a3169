// SPDX-License-Identifier: Apache-2.0
#include "sim/config/json_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

/// The same values with the same spelling; numbers stay numbers.
bool same(ConfigNode const& one, ConfigNode const& other) {
    if (one.kind != other.kind || one.scalar != other.scalar ||
        one.items.size() != other.items.size() || one.entries.size() != other.entries.size())
        return false;
    for (std::size_t i = 0; i < one.items.size(); ++i)
        if (!same(one.items[i], other.items[i])) return false;
    for (std::size_t i = 0; i < one.entries.size(); ++i)
        if (one.entries[i].key != other.entries[i].key ||
            !same(one.entries[i].value, other.entries[i].value))
            return false;
    return true;
}

ConfigNode there_and_back(ConfigNode const& document) {
    auto read = parse_yaml(to_json(document), "run.json");
    INFO((read ? "" : to_text(read.error())));
    REQUIRE(read);
    return restored_json(std::move(*read));
}

}  // namespace

TEST_CASE("a document comes back from its JSON as it was", "[config][unit]") {
    auto const document = parse_yaml("title: \"a: b\\nseed: 99\\\\ \\\"q\\\" \\u2028 \\x01 é\"\n"
                                     "jobs:\n"
                                     "  llama3.1-8b: {nodes: 1, runtime: 1 h, at: 12:00:00}\n"
                                     "  \"a: b\": {on: true, none: ~, empty: \"\"}\n"
                                     "  \"line\\nbreak\": []\n"
                                     "sweep: {}\n"
                                     "list: [1, -2.5e3, text, \"3\", {a: b}]\n",
                                     "a.yaml");
    REQUIRE(document);
    CHECK(same(*document, there_and_back(*document)));
}

TEST_CASE("a number that JSON cannot spell is a number again", "[config][unit]") {
    for (char const* text : {".5", "5.", "007", "-.5e1", "1e6", "0", "-0.0", "12.50"}) {
        INFO(text);
        ConfigNode const back =
            there_and_back(*parse_yaml(std::string("value: ") + text + "\n", "a.yaml"));
        CHECK(back.find("value")->scalar == text);
        CHECK_FALSE(back.find("value")->quoted);
    }
    ConfigNode const text = there_and_back(*parse_yaml("value: \"64\"\n", "a.yaml"));
    CHECK(text.find("value")->quoted);
}
