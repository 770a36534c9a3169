// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/tools.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/foreign_command.hpp"
#include "sim/cli/question_keys.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// A command that is of use to agents, and what they must know about it beyond its description.
struct AgentCommand {
    char const* command;
    char const* hint;
};

constexpr std::array agent_commands{
    AgentCommand{"systems list", "Begin here to learn the names of machines."},
    AgentCommand{
        "systems show",
        "The whole answer is long: ask for `select`: \"/partitions\" or \"/access\" first."},
    AgentCommand{"applications list", "Begin here to learn the names of applications."},
    AgentCommand{"applications show", ""},
    AgentCommand{"step", "Answers in milliseconds."},
    AgentCommand{"plan", "Answers in milliseconds."},
    AgentCommand{"inference", ""},
    AgentCommand{"nccl-tests", ""},
    AgentCommand{"fabric show", ""},
    AgentCommand{"check", "Use it before `run` on a scenario that you wrote."},
    AgentCommand{
        "run",
        "A scenario is an object, such as {\"schema\": \"clustersim/scenario/1\", \"title\": \"GPT "
        "on "
        "Leonardo\", \"system\": \"leonardo\", \"jobs\": {\"train\": {\"application\": "
        "\"gpt-857m\", "
        "\"steps\": 20000, \"nodes\": 4}}}; the resources hold more examples and the schema. It "
        "simulates queues, which takes seconds to minutes: begin with few `replicates`."},
    AgentCommand{"compare",
                 "The scenario is as for `run`. It simulates queues of each machine: begin with "
                 "few `replicates`."},
    AgentCommand{"allocate", "It simulates queues: begin with few `replicates`."},
    AgentCommand{"advise", "It simulates queues: begin with few `replicates`."},
    AgentCommand{"forecast", ""},
    AgentCommand{"validate", "Ask for one `set`: the answer with all of them is long."}};

/// Keys for a person at a terminal, which an agent has no use for.
constexpr std::array<std::string_view, 4> hidden_keys{"width", "workers", "detail", "page"};

Json argument_of_tools(char const* name) {
    if (std::string_view(name) == "select")
        return {{"description",
                 "only this part of a JSON answer, as a JSON pointer such as \"/steps/0\""},
                {"type", "string"}};
    return {{"description", "longest answer; of a longer one, its parts are listed"},
            {"type", "integer"},
            {"minimum", 1000},
            {"maximum", 100'000'000},
            {"default", ToolCall{}.most_bytes},
            {"x-unit", "bytes"}};
}

/// What a call may have. Conditions on several keys are left out: clients of language models refuse `allOf` at the top, and
/// the question's reader checks them in any case.
Json input_schema(AskableCommand const& asked) {
    Json whole = Json::parse(foreign_schema(asked));
    Json properties = std::move(whole["properties"]);
    for (std::string_view const key : hidden_keys) properties.erase(std::string(key));
    for (char const* const name : {"select", "max_bytes"})
        properties[name] = argument_of_tools(name);
    Json schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (whole.contains("required")) schema["required"] = std::move(whole["required"]);
    schema["additionalProperties"] = false;
    return schema;
}

Tool tool_of(AgentCommand const& known, AskableCommand const& asked) {
    Tool tool{.name = in_one_word(known.command), .command = known.command, .listed = {}};
    std::string about = asked.command->get_description() + ".";
    if (*known.hint != '\0') about += fmt::format(" {}", known.hint);
    tool.listed = Json{{"name", tool.name},
                       {"title", "clustersim " + tool.command},
                       {"description", about},
                       {"inputSchema", input_schema(asked)},
                       {"annotations",
                        {{"readOnlyHint", true},
                         {"destructiveHint", false},
                         {"idempotentHint", true},
                         {"openWorldHint", false}}}}
                      .dump();
    return tool;
}

Diagnostic wrong_argument(char const* message, char const* expected) {
    Diagnostic wrong = problem(Code::wrong_type, message);
    wrong.expected = expected;
    return wrong;
}

}  // namespace

std::vector<Tool> agent_tools(Command const& app) {
    auto const askable = askable_commands(app);
    std::vector<Tool> tools;
    for (AgentCommand const& known : agent_commands) {
        auto const asked = std::ranges::find(askable, known.command, &AskableCommand::name);
        if (asked != askable.end() && why_not_foreign(*asked).empty())
            tools.push_back(tool_of(known, *asked));
    }
    return tools;
}

Result<ToolCall> tool_call(Tool const& tool, std::string const& arguments) {
    Json given = Json::parse(arguments);
    ToolCall call;
    Diagnostics problems;
    if (auto const part = given.find("select"); part != given.end()) {
        if (part->is_string())
            call.part = part->get<std::string>();
        else
            problems.add(
                wrong_argument("`select` is no text", "a JSON pointer, such as \"/steps/0\""));
        given.erase("select");
    }
    if (auto const most = given.find("max_bytes"); most != given.end()) {
        bool const fits = most->is_number_integer() && *most >= 1000 && *most <= 100'000'000;
        if (fits)
            call.most_bytes = most->get<std::size_t>();
        else
            problems.add(wrong_argument("`max_bytes` is out of its range",
                                        "a whole number from 1000 to 100000000"));
        given.erase("max_bytes");
    }
    if (!problems.empty()) return failure(std::move(problems));
    // Joined as texts: an argument `command` is then a key that is given twice, which the reader refuses.
    std::string const rest = given.dump(-1, ' ', false, Json::error_handler_t::replace);
    call.question = fmt::format(
        R"({{"command": "{}"{}{})", tool.command, given.empty() ? "" : ", ", rest.substr(1));
    return call;
}

}  // namespace clustersim
