// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/tools.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/cli/question_schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// A command that agents may ask, and what they must know about it beyond its description.
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

std::string tool_name(std::string_view command) {
    std::string name(command);
    std::ranges::replace_if(
        name, [](char c) { return c == ' ' || c == '-'; }, '_');
    return name;
}

/// Keys of the person at the terminal or of files, which an agent has no use for.
bool is_for_agents(OptionSpec const& key) {
    static constexpr std::array hidden{"width", "workers", "detail", "no-results", "page"};
    return !key.writes && std::ranges::find(hidden, key.key) == hidden.end();
}

bool has_type(Json const& schema, char const* type) {
    auto const found = schema.find("type");
    if (found == schema.end()) return false;
    return found->is_array() ? std::ranges::find(*found, Json(type)) != found->end()
                             : *found == type;
}

/// The schema of a value without the names of files, which agents may not give; nothing if none is left.
std::optional<Json> without_files(Json schema, bool names_file) {
    if (auto const any = schema.find("anyOf"); any != schema.end()) {
        Json kept = Json::array();
        for (Json const& one : *any)
            if (auto left = without_files(one, names_file)) kept.push_back(std::move(*left));
        if (kept.empty()) return std::nullopt;
        *any = std::move(kept);
        return schema;
    }
    if (auto const items = schema.find("items"); items != schema.end()) {
        auto left = without_files(*items, names_file);
        if (!left) return std::nullopt;
        *items = std::move(*left);
        return schema;
    }
    if (has_type(schema, "object"))
        schema["type"] = "object";
    else if (names_file)
        return std::nullopt;
    return schema;
}

/// What an object in place of a file holds.
char const* held_in(ValueKind kind) {
    switch (kind) {
        case ValueKind::scenario:
        case ValueKind::project: return ", as an object with its keys or {\"yaml\": its text}";
        case ValueKind::script: return R"(, as {"text": "#!/bin/bash\n#SBATCH …"})";
        case ValueKind::archive: return R"(, as {"base64": its bytes, "name": "queue.tar.gz"})";
        default: return "";
    }
}

/// The help without what is for files: "the scenario (- for stdin)".
std::string held_help(OptionSpec const& key) {
    std::string help = key.help.substr(0, key.help.find(" (- for stdin)"));
    return help + held_in(key.kind);
}

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

/// What a call may have, from the schema of the question. Its conditions on several keys are left out: clients of
/// language models refuse `allOf` at the top, and the question's reader checks them in any case.
Json input_schema(AskableCommand const& asked) {
    Json const whole = Json::parse(question_schema({&asked, 1}));
    Json properties = Json::object();
    for (OptionRow const* row : question_keys(*asked.command)) {
        OptionSpec const& key = row->spec();
        if (!is_for_agents(key)) continue;
        bool const names_file = key.kind == ValueKind::file || key.kind == ValueKind::folder;
        auto kept = without_files(whole["properties"][key.key], names_file);
        if (!kept) continue;
        if (may_be_held(key.kind)) (*kept)["description"] = held_help(key);
        // The default of a tool is JSON.
        if (key.key == "format" && std::ranges::find(key.choices, "json") != key.choices.end())
            (*kept)["default"] = "json";
        properties[key.key] = std::move(*kept);
    }
    for (char const* const name : {"select", "max_bytes"})
        properties[name] = argument_of_tools(name);
    Json required = Json::array();
    for (Json const& key : whole["required"])
        if (key != "command") required.push_back(key);
    Json schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    return schema;
}

Tool tool_of(AgentCommand const& known, AskableCommand const& asked) {
    Tool tool{.name = tool_name(known.command), .command = known.command, .listed = {}};
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
        if (asked != askable.end()) tools.push_back(tool_of(known, *asked));
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
