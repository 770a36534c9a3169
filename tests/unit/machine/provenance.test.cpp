// SPDX-License-Identifier: Apache-2.0
#include "models/machine/provenance.hpp"

#include "sim/core/enum_names.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

ConfigNode document(std::string const& text, std::string name = "facts.yaml") {
    return *parse_yaml(text, std::move(name));
}

std::vector<std::string> codes_of(ConfigNode const& node) {
    Diagnostics diagnostics;
    check_provenance(node, diagnostics);
    std::vector<std::string> codes;
    for (Diagnostic const& d : diagnostics.items())
        codes.push_back(std::string(entry_of(d.code).id) + ":" + std::to_string(d.where.line));
    return codes;
}

std::string const text = R"(sources: {D: documentation, P: a paper}
source: D
confidence: docs
nodes: 12
name: 4 nodes
box:
  note: about the box
  link: {value: 25 GB/s, source: P, note: measured}
  list: [1, 2, 3]
  word: fast
  inner: {confidence: recalled, time: 12:00:00, share: .5}
)";

}  // namespace

TEST_CASE("every number is a fact with the nearest source and confidence", "[machine][unit]") {
    std::vector<Fact> const facts = facts_of(document(text));
    REQUIRE(facts.size() == 5);
    CHECK(facts[0].path == "nodes");
    CHECK(facts[0].value == "12");
    CHECK(facts[0].citation == "documentation");
    CHECK(facts[1].path == "box.link");
    CHECK(facts[1].value == "25 GB/s");
    CHECK(facts[1].source == "P");
    CHECK(facts[1].confidence == "docs");
    CHECK(facts[1].note == "measured");
    CHECK(facts[1].span.line == 8);
    CHECK(facts[2].value == "[1, 2, 3]");
    CHECK(facts[2].note.empty());
    CHECK(facts[3].path == "box.inner.time");
    CHECK(facts[3].confidence == "recalled");
    CHECK(facts[4].value == ".5");
    CHECK(codes_of(document(text)).empty());
}

TEST_CASE("a number without source or confidence is reported at its place", "[machine][unit]") {
    CHECK(codes_of(document("sources: {D: docs}\nsource: D\nx: 1\n")) ==
          std::vector<std::string>{"CS0111:3"});
    CHECK(
        codes_of(document(
            "sources: {D: docs}\nbox:\n  a: 1\n  b: {value: 2, source: D, confidence: docs}\n")) ==
        std::vector<std::string>{"CS0111:3"});
}

TEST_CASE("a document that is a single number has no facts", "[machine][unit]") {
    CHECK(facts_of(document("5\n")).empty());
    CHECK(facts_of(document("[1, 2]\n")).empty());
}

TEST_CASE("sources and confidences must be known", "[machine][unit]") {
    CHECK(codes_of(document("sources: {D: docs}\nbox: {a: 1, source: DD, confidence: docs}\n")) ==
          std::vector<std::string>{"CS0108:2"});
    CHECK(codes_of(document("sources: {D: docs}\nbox: {a: 1, source: D, confidence: certain}\n")) ==
          std::vector<std::string>{"CS0108:2"});
    CHECK(codes_of(document("sources: {D: }\nword: a\n")) == std::vector<std::string>{"CS0105:1"});
}

TEST_CASE("a number that overrides a parent's does not inherit the parent's source",
          "[machine][unit]") {
    ConfigNode base = document(
        "sources: {D: docs}\nbox: {source: D, confidence: docs, a: 1, b: 2}\n", "parent.yaml");
    merge_onto(base, document("box: {a: 5}\n", "child.yaml"));
    std::vector<Fact> const facts = facts_of(base);
    REQUIRE(facts.size() == 2);
    CHECK(facts[0].value == "5");
    CHECK(facts[0].source.empty());
    CHECK(facts[1].source == "D");

    merge_onto(base,
               document("sources: {M: mine}\nsource: M\nconfidence: estimate\n", "child.yaml"));
    CHECK(facts_of(base)[0].source == "M");
    CHECK(facts_of(base)[0].citation == "mine");
    CHECK(facts_of(base)[1].source == "D");
    CHECK(codes_of(base).empty());
}

TEST_CASE("confidences are named once, best first", "[machine][unit]") {
    for (auto const& [name, confidence] : enum_names<Confidence>)
        CHECK(name_of(confidence) == name);
    CHECK(enum_names<Confidence>.size() == 10);
}

TEST_CASE("one value, number or text, is found by its path with its source", "[machine][unit]") {
    ConfigNode const facts = document(text);
    auto const link = fact_at(facts, "box.link");
    REQUIRE(link);
    CHECK(link->value == "25 GB/s");
    CHECK(link->citation == "a paper");
    CHECK(link->confidence == "docs");
    CHECK(link->span.line == 8);
    auto const word = fact_at(facts, "box.word");
    REQUIRE(word);
    CHECK(word->value == "fast");
    CHECK(word->source == "D");
    CHECK_FALSE(fact_at(facts, "box.nothing"));
    CHECK_FALSE(fact_at(facts, "box.inner"));
    CHECK_FALSE(fact_at(facts, "no.such.path"));
}
