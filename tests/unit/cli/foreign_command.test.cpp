// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/foreign_command.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/cli/all_commands.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace clustersim;

TEST_CASE("who has no files here may ask what needs none", "[cli][unit]") {
    AllCommands commands;
    for (char const* const name : {"step", "run", "init", "validate", "forecast", "systems check"})
        CHECK(why_not_foreign(commands.named(name)).empty());
    CHECK(why_not_foreign(commands.named("import slurm")) ==
          "it reads --conf, which a question cannot hold");
    CHECK(why_not_foreign(commands.named("show")) ==
          "it reads RESULT, which a question cannot hold");
    CHECK(why_not_foreign(commands.named("sweep")) == "it writes a file and takes hours");
    CHECK(why_not_foreign(commands.named("completion")) == "it is for a shell");
}

TEST_CASE("the schema of foreign questions has no outputs, no files and no conditions on them",
          "[cli][unit]") {
    AllCommands commands;
    for (AskableCommand const& one : commands.list()) {
        if (!why_not_foreign(one).empty()) continue;
        CAPTURE(one.name);
        auto const schema = nlohmann::json::parse(foreign_schema(one));
        for (char const* const key : {"command", "out", "report", "no-results", "workload"})
            CHECK(schema.dump().find("\"" + std::string(key) + "\"") == std::string::npos);
        for (auto const& key : schema.value("required", nlohmann::json::array()))
            CHECK(schema["properties"].contains(key.get<std::string>()));
    }
    auto const of = [&](char const* name) {
        return nlohmann::json::parse(foreign_schema(commands.named(name)))["properties"];
    };
    CHECK(of("run")["scenario"]["type"] == "object");
    CHECK(of("run")["format"]["default"] == "json");
    CHECK(of("diff")["file"]["anyOf"][1]["items"]["type"] == "object");
    CHECK(of("step")["system"]["type"] == "string");
    CHECK(of("forecast")["archive"]["description"].get<std::string>().ends_with(
        R"(, as {"base64": its bytes, "name": "queue.tar.gz"})"));
}
