// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/served_commands.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/cli/question_schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using SchemaJson = nlohmann::ordered_json;

/// Commands whose options alone do not say that they are of no use here, or too heavy for a shared server.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> not_for_askers{{
    {"init", "it writes a file"},
    {"sweep", "it writes a file and takes hours"},
    {"fit", "it reads a log of jobs or measurements"},
    {"import", "it reads the files of a site"},
    {"replay", "it reads a trace"},
    {"validate", "it reads published measurements and takes minutes"},
    {"completion", "it is for a shell"},
    {"ask", "each address of the server asks a question"},
    {"serve", "it is a server itself"},
    {"mcp", "it is a server itself"},
}};

bool is_file(OptionRow const& row) {
    return row.spec().kind == ValueKind::file || row.spec().kind == ValueKind::folder;
}

std::optional<std::string> why_left_out(AskableCommand const& asked) {
    std::string_view const first = std::string_view(asked.name).substr(0, asked.name.find(' '));
    for (auto const& [name, why] : not_for_askers)
        if (first == name) return std::string(why);
    for (OptionRow const* row : question_keys(*asked.command))
        if (row->spec().required && is_file(*row))
            return fmt::format("it reads {}, which a question cannot hold", row->spec().name);
    return std::nullopt;
}

/// Removes a key from a schema, and the conditions that name it.
void remove_key(SchemaJson& schema, std::string const& key) {
    schema["properties"].erase(key);
    auto const names_it = [&](SchemaJson const& condition) {
        return condition.dump().find(SchemaJson(key).dump()) != std::string::npos;
    };
    for (char const* const list : {"allOf", "required"})
        if (auto const found = schema.find(list); found != schema.end()) {
            std::erase_if(found->get_ref<SchemaJson::array_t&>(), names_it);
            if (found->empty()) schema.erase(list);
        }
}

SchemaJson schema_of_body(AskableCommand const& asked) {
    SchemaJson schema = SchemaJson::parse(question_schema(std::span(&asked, 1)));
    remove_key(schema, "command");
    for (OptionRow const* row : question_keys(*asked.command))
        if (row->spec().writes || is_file(*row)) remove_key(schema, row->spec().key);
    return schema;
}

bool has_json(Command const& command) {
    return std::ranges::any_of(
        question_keys(command),
        [](OptionRow const* row) {
            return row->spec().key == "format" &&
                   std::ranges::find(row->spec().choices, "json") != row->spec().choices.end();
        });
}

/// What is the same of all operations. As a text, because nested lists of this library's values take the compiler minutes.
constexpr std::string_view operation_text = R"json({
  "parameters": [{
    "name": "X-Clustersim-Asker", "in": "header", "schema": {"type": "string", "maxLength": 100},
    "description": "who asks: askers take turns; without it, the connection is one"}],
  "responses": {
    "200": {"description": "the answer", "content": {
      "application/json": {"schema": {"$ref": "#/components/schemas/Envelope"}},
      "text/event-stream": {"schema": {"type": "string"}}}},
    "400": {"description": "wrong keys"},
    "401": {"description": "no token, or a wrong one"},
    "413": {"description": "a body of more than 32 MiB"},
    "422": {"description": "an invalid or impossible question"},
    "429": {"description": "too many questions wait"},
    "503": {"description": "the question ended its worker, or the server is busy"},
    "504": {"description": "the question takes too long"},
    "507": {"description": "the question needs too much memory"}}
})json";

constexpr std::string_view document_text = R"json({
  "openapi": "3.1.0",
  "info": {
    "title": "clustersim", "version": "1",
    "description": "Start, speed and cost of jobs on supercomputers. With the header `Accept: text/event-stream`, the answer comes with events: queued, progress, estimate, so_far, answer. All numbers are in SI units. Refusals have the form of an answer."},
  "servers": [{"url": "/"}],
  "security": [{"token": []}],
  "paths": {},
  "components": {
    "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    "schemas": {"Envelope": {
      "type": "object", "required": ["exit_code", "remarks", "problems", "answer"],
      "properties": {
        "exit_code": {"type": "integer", "description": "of the command line"},
        "remarks": {"type": "array", "items": {"type": "string"}},
        "problems": {"type": "array", "items": {"type": "object"}},
        "replicates": {"type": "integer", "description": "of an answer that is not the last one"},
        "answer": {"description": "the answer in JSON, a text in other formats, or null"}}}}}
})json";

SchemaJson operation_of(ServedCommand const& command) {
    std::string id = command.name;
    std::ranges::replace_if(
        id, [](char c) { return c == ' ' || c == '-'; }, '_');
    SchemaJson schema = SchemaJson::parse(command.schema);
    schema.erase("$schema");
    SchemaJson body = SchemaJson::object();
    body["required"] = true;
    body["content"]["application/json"]["schema"] = std::move(schema);
    SchemaJson post = SchemaJson::object();
    post["operationId"] = id;
    post["summary"] = command.summary;
    post["requestBody"] = std::move(body);
    post.update(SchemaJson::parse(operation_text));
    SchemaJson path = SchemaJson::object();
    path["post"] = std::move(post);
    return path;
}

}  // namespace

std::string path_of_command(std::string name) {
    std::ranges::replace(name, ' ', '/');
    return name;
}

ServedCommands served_commands(Command const& app) {
    ServedCommands served;
    for (AskableCommand const& asked : askable_commands(app)) {
        if (auto why = why_left_out(asked)) {
            served.left_out.emplace(asked.name, std::move(*why));
            continue;
        }
        served.by_name.emplace(asked.name,
                               ServedCommand{.name = asked.name,
                                             .summary = asked.command->get_description(),
                                             .schema = schema_of_body(asked).dump(),
                                             .in_json = has_json(*asked.command)});
    }
    return served;
}

std::string served_schemas(ServedCommands const& commands) {
    SchemaJson all = SchemaJson::object();
    for (auto const& [name, command] : commands.by_name)
        all[path_of_command(name)] = SchemaJson::parse(command.schema);
    return all.dump() + "\n";
}

std::string openapi_document(ServedCommands const& commands) {
    SchemaJson paths = SchemaJson::object();
    for (auto const& [name, command] : commands.by_name)
        paths["/api/v1/" + path_of_command(name)] = operation_of(command);
    SchemaJson document = SchemaJson::parse(document_text);
    document["paths"] = std::move(paths);
    return document.dump() + "\n";
}

}  // namespace clustersim
