// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/foreign_command.hpp"

#include "sim/cli/option_row.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/cli/question_schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using ForeignJson = nlohmann::ordered_json;

/// Commands that are of no use to others, or too heavy for a shared server, although their options would let them ask.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> only_own{
    {{"sweep", "it writes a file and takes hours"}, {"completion", "it is for a shell"}}};

bool takes_files(OptionSpec const& key) {
    return key.kind == ValueKind::file || key.kind == ValueKind::folder;
}

/// What the table gives to a foreign question is not for the asker to choose.
bool is_for_foreign(OptionSpec const& key) {
    return !key.writes && !takes_files(key) && key.in_foreign.empty();
}

/// Removes a key from a schema, and the conditions that name it.
void remove_key(ForeignJson& schema, std::string const& key) {
    schema["properties"].erase(key);
    auto const names_it = [&](ForeignJson const& condition) {
        return condition.dump().find(ForeignJson(key).dump()) != std::string::npos;
    };
    for (char const* const list : {"allOf", "required"})
        if (auto const found = schema.find(list); found != schema.end()) {
            std::erase_if(found->get_ref<ForeignJson::array_t&>(), names_it);
            if (found->empty()) schema.erase(list);
        }
}

/// The value, and each of a list, is a document and no path.
void hold_documents(ForeignJson& value) {
    if (value.contains("type") && value["type"].is_array()) value["type"] = "object";
    if (value.contains("items")) hold_documents(value["items"]);
    if (value.contains("anyOf"))
        for (ForeignJson& one : value["anyOf"]) hold_documents(one);
}

/// The help without what is for files: "the scenario (- for stdin)".
std::string held_help(OptionSpec const& key) {
    std::string const help = key.help.substr(0, key.help.find(" (- for stdin)"));
    switch (key.kind) {
        case ValueKind::scenario:
        case ValueKind::project:
            return help + ", as an object with its keys or {\"yaml\": its text}";
        case ValueKind::script: return help + R"(, as {"text": "#!/bin/bash\n#SBATCH …"})";
        default: return help + R"(, as {"base64": its bytes, "name": "queue.tar.gz"})";
    }
}

}  // namespace

std::string why_not_foreign(AskableCommand const& asked) {
    for (auto const& [name, why] : only_own)
        if (asked.name == name) return std::string(why);
    for (OptionRow const* row : question_keys(*asked.command)) {
        OptionSpec const& key = row->spec();
        if (!key.required) continue;
        if (key.writes) return "it writes a file";
        if (takes_files(key))
            return fmt::format("it reads {}, which a question cannot hold", key.name);
    }
    return {};
}

std::string foreign_schema(AskableCommand const& asked) {
    ForeignJson schema = ForeignJson::parse(question_schema(std::span(&asked, 1)));
    remove_key(schema, "command");
    for (OptionRow const* row : question_keys(*asked.command)) {
        OptionSpec const& key = row->spec();
        if (!is_for_foreign(key)) {
            remove_key(schema, key.key);
            continue;
        }
        ForeignJson& value = schema["properties"][key.key];
        if (may_be_held(key.kind)) {
            hold_documents(value);
            value["description"] = held_help(key);
        }
        if (key.key == "format" && std::ranges::find(key.choices, "json") != key.choices.end())
            value["default"] = "json";
    }
    return schema.dump();
}

}  // namespace clustersim
