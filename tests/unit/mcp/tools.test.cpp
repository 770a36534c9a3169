// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/tools.hpp"

#include "sim/cli/asker.hpp"
#include "sim/commands/program.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace clustersim;

namespace {

class Nobody : public Asker {
  public:
    bool answer(std::string_view) override { return true; }
    void remark(std::string) override {}
    void report(Diagnostics const&) override {}
};

std::vector<Tool> all_tools() {
    Nobody nobody;
    Program program(nobody, {PROJECT_DIR});
    return agent_tools(program.commands());
}

}  // namespace

TEST_CASE("each tool is a command of the program, and asks for no file", "[mcp][unit]") {
    auto const tools = all_tools();
    CHECK(tools.size() == 16);
    for (Tool const& tool : tools) {
        CAPTURE(tool.name);
        auto const schema = nlohmann::json::parse(tool.listed)["inputSchema"];
        for (char const* const key : {"command", "out", "report", "workers", "no-results"})
            CHECK_FALSE(schema["properties"].contains(key));
        for (auto const& key : schema.value("required", nlohmann::json::array()))
            CHECK(schema["properties"].contains(key.get<std::string>()));
    }
}

TEST_CASE("a call is a question without the arguments that only tools have", "[mcp][unit]") {
    Tool const tool{"systems_show", "systems show", {}};
    auto const call =
        tool_call(tool, R"({"system": "lumi", "select": "/access", "max_bytes": 2000})");
    REQUIRE(call);
    CHECK(call->question == R"({"command": "systems show", "system":"lumi"})");
    CHECK(call->part == "/access");
    CHECK(call->most_bytes == 2000);
    CHECK(tool_call(tool, "{}")->question == R"({"command": "systems show"})");
}

TEST_CASE("wrong arguments of tools are reported together", "[mcp][unit]") {
    auto const call = tool_call({"x", "x", {}}, R"({"select": 1, "max_bytes": -1})");
    REQUIRE_FALSE(call);
    CHECK(call.error().items().size() == 2);
}
