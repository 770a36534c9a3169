// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/tool_result.hpp"

#include "sim/commands/door.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace clustersim;

namespace {

nlohmann::json result_of(std::string text, ToolCall const& call, std::string format = "json") {
    Answer answer;
    answer.text = std::move(text);
    answer.format = std::move(format);
    return nlohmann::json::parse(tool_result(answer, call, true));
}

}  // namespace

TEST_CASE("an answer is given as text and as an object, without what does not apply",
          "[mcp][unit]") {
    auto const result = result_of(R"({"a": [1, null, {"b": null}], "c": null})", {});
    CHECK(result["isError"] == false);
    CHECK(result["structuredContent"]["answer"].dump() == R"({"a":[1,null,{}]})");
    CHECK(nlohmann::json::parse(result["content"][0]["text"].get<std::string>()) ==
          result["structuredContent"]);
    CHECK(result_of("a table", {}, "table")["structuredContent"]["answer"] == "a table");
}

TEST_CASE("a part of an answer is given alone", "[mcp][unit]") {
    ToolCall call;
    call.part = "/a/1";
    CHECK(result_of(R"({"a": [1, 2]})", call)["structuredContent"]["answer"] == 2);
    for (char const* const wrong : {"/b", "a", "/a/x", "/a/7"}) {
        call.part = wrong;
        auto const result = result_of(R"({"a": [1, 2]})", call);
        CHECK(result["isError"] == true);
        CHECK(result["structuredContent"]["problems"].size() == 1);
    }
}

TEST_CASE("of an answer that is too long, the parts are listed", "[mcp][unit]") {
    ToolCall call;
    call.most_bytes = 20;
    auto const told =
        result_of(R"({"a/b": [1, 2, 3], "c": "0123456789"})", call)["structuredContent"];
    CHECK_FALSE(told.contains("answer"));
    CHECK(told["too_long"]["parts"]["/a~1b"]["items"] == 3);
    CHECK(told["too_long"]["parts"].contains("/c"));
}
