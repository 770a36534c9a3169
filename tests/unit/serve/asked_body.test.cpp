// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/asked_body.hpp"

#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

TEST_CASE("a body is an object, whose text is kept", "[serve][unit]") {
    auto const body = read_asked_body("{\"app\": \"x\",\n \"nodes\": [1, 2.5e3, true, null]}");
    REQUIRE(body);
    CHECK(body->text == "{\"app\": \"x\",\n \"nodes\": [1, 2.5e3, true, null]}");
    CHECK_FALSE(body->has_command);
    CHECK(read_asked_body("")->text == "{}");
    CHECK(read_asked_body(" \n")->text == "{}");
    CHECK(read_asked_body("\xEF\xBB\xBF{}")->text == "{}");
    CHECK(read_asked_body("{\"command\": \"run\"}")->command == "run");
    CHECK(read_asked_body("{\"x\": {\"command\": \"run\"}}")->has_command == false);
}

TEST_CASE("the machine is that of a key, at any depth, or of a document in YAML", "[serve][unit]") {
    CHECK(read_asked_body(R"({"system": "lumi", "x": {"system": "vega"}})")->machine == "lumi");
    CHECK(read_asked_body(R"({"scenario": {"jobs": 1, "system": "vega"}})")->machine == "vega");
    CHECK(read_asked_body(R"({"systems": ["a", "b"]})")->machine == "a");
    CHECK(read_asked_body("{\"scenario\": {\"yaml\": \"schema: x\\nsystem: lumi # big\\n\"}}")
              ->machine == "lumi");
    CHECK(read_asked_body("{}")->machine.empty());
}

TEST_CASE("what is no object in JSON is refused with its place", "[serve][unit]") {
    for (char const* text : {"[]",
                             "1",
                             "\"x\"",
                             "null",
                             "[{\"app\": 1}]",
                             "{",
                             "{\"a\": }",
                             "{} {}",
                             "{\"a\": 1e999}",
                             "{\"a\": 01}",
                             "{'a': 1}",
                             "{\"a\": \"\xff\"}",
                             "{\"a\": \"\n\"}",
                             "{\"a\": NaN}",
                             "\x80"}) {
        INFO(text);
        auto const body = read_asked_body(text);
        REQUIRE_FALSE(body);
        REQUIRE(body.error().items().size() == 1);
        CHECK(body.error().items().front().code == Code::bad_syntax);
        CHECK_FALSE(body.error().items().front().expected.empty());
    }
    auto const wrong = read_asked_body("{\"a\": 1,\n  \"b\": x}");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().items().front().where.line == 2);
    CHECK(wrong.error().items().front().where.column == 8);
}

TEST_CASE("a body of a million levels is refused, not followed", "[serve][unit]") {
    auto const deep = [](std::size_t levels) {
        return "{\"a\": " + std::string(levels, '[') + std::string(levels, ']') + "}";
    };
    CHECK(read_asked_body(deep(150)));
    CHECK_FALSE(read_asked_body(deep(250)));
    CHECK_FALSE(read_asked_body(deep(1'000'000)));
    CHECK_FALSE(read_asked_body("{\"a\": " + std::string(1'000'000, '[')));
}

TEST_CASE("a quoted text is one line", "[serve][unit]") {
    CHECK(json_text("a\n\"b\"\xff") == "\"a\\n\\\"b\\\"\xEF\xBF\xBD\"");
}

}  // namespace
