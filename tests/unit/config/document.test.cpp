// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"

#include "sim/config/doubled_keys.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

ConfigNode parse(std::string_view text) {
    auto node = parse_yaml(text, "a.yaml");
    INFO(text << (node ? "" : "\n" + to_text(node.error())));
    REQUIRE(node);
    return *node;
}

Diagnostics problems(std::string_view text) {
    auto const node = parse_yaml(text, "a.yaml");
    INFO(text);
    REQUIRE_FALSE(node);
    CHECK(node.error().has_errors());
    return node.error();
}

}  // namespace

TEST_CASE("a document becomes a tree with the places of its nodes", "[config][unit]") {
    ConfigNode const root = parse("name: lumi\njobs:\n  - nodes: 4\n    tags: [a, 'b c']\n");
    REQUIRE(root.kind == ConfigNode::Kind::mapping);
    CHECK(root.find("name")->scalar == "lumi");
    CHECK(root.find("name")->line == 1);
    CHECK(root.find("name")->column == 7);
    CHECK(root.find("absent") == nullptr);
    ConfigNode const& job = root.find("jobs")->items.at(0);
    CHECK(job.find("nodes")->scalar == "4");
    CHECK(job.find("nodes")->line == 3);
    CHECK(job.find("nodes")->column == 12);
    CHECK(job.find("nodes")->line_text() == "  - nodes: 4");
    CHECK(job.entries.at(0).key_node.column == 5);
    ConfigNode const& tags = *job.find("tags");
    CHECK(tags.items.at(1).scalar == "b c");
    CHECK(tags.items.at(1).quoted);
    CHECK_FALSE(tags.items.at(0).quoted);
    CHECK(tags.span().file == "a.yaml");
}

TEST_CASE("times, dates and words keep their text", "[config][unit]") {
    ConfigNode const root =
        parse("a: 12:00:00\nb: no\nc: 2024-01-31\nd: 007\ne: ~\nf: null\ng:\nh: ''\n");
    CHECK(root.find("a")->scalar == "12:00:00");
    CHECK(root.find("b")->scalar == "no");
    CHECK(root.find("c")->scalar == "2024-01-31");
    CHECK(root.find("d")->scalar == "007");
    CHECK(root.find("e")->kind == ConfigNode::Kind::null);
    CHECK(root.find("f")->kind == ConfigNode::Kind::null);
    CHECK(root.find("g")->kind == ConfigNode::Kind::null);
    CHECK(root.find("h")->kind == ConfigNode::Kind::scalar);
}

TEST_CASE("lines may have Windows line ends", "[config][unit]") {
    ConfigNode const root = parse("a: 1\r\nb: two\r\n");
    CHECK(root.find("b")->scalar == "two");
    CHECK(root.find("b")->line_text() == "b: two");
}

TEST_CASE("every duplicate key is reported at its place", "[config][unit]") {
    Diagnostics const all = problems("a: 1\nb: {x: 1, x: 2}\na: 3\n");
    REQUIRE(all.items().size() == 2);
    CHECK(all.items()[0].code == Code::duplicate_key);
    CHECK(all.items()[0].where.line == 2);
    CHECK(all.items()[0].where.column == 11);
    CHECK(all.items()[1].where.line == 3);
    CHECK(all.items()[1].help == "the first value is at line 1; remove one of the two");
}

TEST_CASE("what stands beside duplicate keys can be read", "[config][unit]") {
    Diagnostics doubled;
    auto const root = parse_with_doubled_keys("{a: 1, b: 2, a: 3}", "a.yaml", doubled);
    REQUIRE(root);
    CHECK(root->find("a")->scalar == "1");
    CHECK(root->find("b")->scalar == "2");
    REQUIRE(doubled.items().size() == 1);
    CHECK(doubled.items()[0].where.column == 14);
    CHECK_FALSE(parse_with_doubled_keys("{a: 1, a: &x 3}", "a.yaml", doubled));
}

TEST_CASE("YAML features that clustersim files do not use are refused", "[config][unit]") {
    for (char const* text : {"a: &x 1\n",
                             "a: &x [1]\nb: *x\n",
                             "a: !!str 1\n",
                             "a: 1\n---\nb: 2\n",
                             "a: [1\n",
                             "a: b: c\n",
                             "\ta: 1\n",
                             "a:\n\t- 1\n",
                             "",
                             "# nothing\n",
                             "? [a]\n: 1\n",
                             "a: 'x\n"})
        problems(text);
    CHECK(problems(std::string_view("a: \0\n", 5)).items()[0].message ==
          "the file is binary, not text");
    CHECK(problems("a:\n\t- 1\n").items()[0].help == "YAML indents with spaces, not tabs");
}

TEST_CASE("a syntax error points at its line", "[config][unit]") {
    Diagnostics const all = problems("a: 1\nb: [1, 2\nc: 3\n");
    CHECK(all.items()[0].code == Code::bad_syntax);
    CHECK(all.items()[0].where.line >= 2);
}

TEST_CASE("endless nesting does not crash the program", "[config][unit]") {
    problems(std::string(100'000, '['));
    problems(std::string(100'000, '{'));
    std::string dashes;
    for (int i = 0; i < 50'000; ++i) dashes += "- ";
    problems(dashes);
    std::string deep;
    for (int i = 0; i < 5'000; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    problems(deep);
}

TEST_CASE("blanks before a value and lines of dashes in comments do not count as nesting",
          "[config][unit]") {
    CHECK(parse("a: 1\nb: " + std::string(300, ' ') + "x\n").find("b")->scalar == "x");
    CHECK(parse("# " + std::string(300, '-') + "\na: 1\n").find("a")->scalar == "1");
}

TEST_CASE("an unclosed quote is reported", "[config][unit]") {
    for (char const* text : {"a: 'x\n", "a: \"x\nb: 2\n", "a: 'x\r\nb: 2\r\n\r\n"})
        CHECK(problems(text).items()[0].help == "a quote above is not closed");
}

TEST_CASE("merging overrides one tree by another", "[config][unit]") {
    ConfigNode base = parse("a: 1\nb: {x: 1, y: 2}\nc: [1, 2]\n");
    merge_onto(base, parse("b: {y: 3, z: 4}\nc: [9]\nd: new\n"));
    CHECK(base.find("a")->scalar == "1");
    CHECK(base.find("b")->find("x")->scalar == "1");
    CHECK(base.find("b")->find("y")->scalar == "3");
    CHECK(base.find("b")->find("z")->scalar == "4");
    CHECK(base.find("c")->items.size() == 1);
    CHECK(base.find("d")->scalar == "new");
    REQUIRE(base.entries.size() == 4);
    CHECK(base.entries[3].key == "d");
}

TEST_CASE("text that is not UTF-8 is refused at its place", "[config][unit]") {
    auto const wrong = parse_yaml("a: 1\nb: caf\xe9\n", "latin.yaml");
    REQUIRE_FALSE(wrong);
    Diagnostic const& d = wrong.error().items().front();
    CHECK(d.code == Code::bad_syntax);
    CHECK(d.where.line == 2);
    CHECK(d.where.column == 7);
    CHECK(parse_yaml("a: 5 µs\n", "utf8.yaml"));
}

TEST_CASE("problems in a line that nobody reads do not copy it", "[config][unit]") {
    std::string const many = "{a: 1, " + std::string(1'000, 'b') + ": 2, a: 3}";
    auto const read = parse_yaml(many, "x.yaml");
    REQUIRE_FALSE(read);
    CHECK(read.error().items()[0].where.column > 1'000);
    CHECK(read.error().items()[0].line_text.empty());
}

TEST_CASE("a character that JSON writes as two escapes is one character", "[config][unit]") {
    auto const read = parse_yaml(R"({"a": "\ud83d\ude00\u00e9", "b": "\\ud83d\\ude00"})", "j.json");
    REQUIRE(read);
    CHECK(read->find("a")->scalar == "\xF0\x9F\x98\x80\xC3\xA9");
    CHECK(read->find("b")->scalar == R"(\ud83d\ude00)");
    CHECK_FALSE(parse_yaml(R"({"a": "\ud83d"})", "half.json"));
    CHECK(parse_yaml(R"(a: '\ud83d\ude00')", "plain.yaml")->find("a")->scalar == R"(\ud83d\ude00)");
}
