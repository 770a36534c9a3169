// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/served_commands.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/foreign_command.hpp"
#include "sim/cli/question_keys.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using SchemaJson = nlohmann::ordered_json;

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
    SchemaJson schema = SchemaJson::parse(command.schema);
    schema.erase("$schema");
    SchemaJson body = SchemaJson::object();
    body["required"] = true;
    body["content"]["application/json"]["schema"] = std::move(schema);
    SchemaJson post = SchemaJson::object();
    post["operationId"] = in_one_word(command.name);
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
    for (AskableCommand const& asked : askable_commands(app))
        if (std::string why = why_not_foreign(asked); !why.empty())
            served.left_out.emplace(asked.name, std::move(why));
        else
            served.by_name.emplace(asked.name,
                                   ServedCommand{.name = asked.name,
                                                 .summary = asked.command->get_description(),
                                                 .schema = foreign_schema(asked)});
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
