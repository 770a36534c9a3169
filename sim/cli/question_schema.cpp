// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_schema.hpp"

#include "sim/cli/question_keys.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

constexpr char const* dialect = "https://json-schema.org/draft/2020-12/schema";

/// Beyond it, a double is not every whole number, and a limit says only that the number must fit into a word.
constexpr double largest_exact = 9.0e15;

Json bound(QuestionKey const& key, double value) {
    if (key.kind == QuestionKey::Kind::integer) return static_cast<std::int64_t>(value);
    return value;
}

Json one_value(QuestionKey const& key) {
    Json value = Json::object();
    switch (key.kind) {
        case QuestionKey::Kind::flag: value["type"] = "boolean"; break;
        case QuestionKey::Kind::integer: value["type"] = "integer"; break;
        case QuestionKey::Kind::number: value["type"] = "number"; break;
        case QuestionKey::Kind::choice: value["enum"] = key.choices; break;
        case QuestionKey::Kind::text:
            // On the command line a text may look like a number: `--job 162`.
            if (key.takes_document)
                value["type"] = {"string", "object"};
            else if (key.is_name)
                value["type"] = "string";
            else
                value["type"] = {"string", "number"};
    }
    if (std::fabs(key.low) < largest_exact) value["minimum"] = bound(key, key.low);
    if (std::fabs(key.high) < largest_exact) value["maximum"] = bound(key, key.high);
    return value;
}

/// The default as the type of the key has it.
Json default_of(QuestionKey const& key, std::string const& text) {
    if (key.kind == QuestionKey::Kind::integer) return std::strtoll(text.c_str(), nullptr, 10);
    if (key.kind == QuestionKey::Kind::number) return std::strtod(text.c_str(), nullptr);
    return text;
}

Json property(QuestionKey const& key) {
    Json out = Json::object();
    out["description"] = key.option->get_description();
    Json const one = one_value(key);
    if (key.is_list)
        out["anyOf"] = {one, {{"type", "array"}, {"items", one}, {"minItems", 1}}};
    else
        out.update(one);
    std::string const text = key.option->get_default_str();
    if (!text.empty() && !key.is_list) out["default"] = default_of(key, text);
    return out;
}

/// Says what of a question's keys goes together.
class Conditions {
  public:
    explicit Conditions(std::vector<QuestionKey> const& keys) : keys_(&keys) {}

    Json all(CLI::App const& command) {
        for (QuestionKey const& key : *keys_) {
            for (std::string const& other : names_of(key.option->get_excludes()))
                if (key.name < other) all_.push_back({{"not", given({key.name, other})}});
            for (std::string const& other : names_of(key.option->get_needs()))
                all_.push_back({{"if", given({key.name})}, {"then", given({other})}});
        }
        for (KeyGroup const& group : key_groups(command)) add(group);
        return std::move(all_);
    }

  private:
    /// In the order of their names, not of their addresses, so that the schema is always the same text.
    static std::vector<std::string> names_of(std::set<CLI::Option*> const& options) {
        std::vector<std::string> names;
        for (CLI::Option const* option : options) names.push_back(key_of(*option));
        std::ranges::sort(names);
        return names;
    }

    /// That these keys are there. A flag that is false is as one that is not there.
    [[nodiscard]] Json given(std::vector<std::string> const& names) const {
        Json out = Json::object({{"required", names}});
        for (std::string const& name : names) {
            auto const key = std::ranges::find(*keys_, name, &QuestionKey::name);
            if (key != keys_->end() && key->kind == QuestionKey::Kind::flag)
                out["properties"][name] = {{"const", true}};
        }
        return out;
    }

    void add(KeyGroup const& group) {
        Json any = Json::array();
        for (std::string const& name : group.keys) any.push_back(given({name}));
        bool const exactly_one = group.least == 1 && group.most == 1;
        if (group.least > 0)
            all_.push_back(Json::object({{exactly_one ? "oneOf" : "anyOf", std::move(any)}}));
    }

    std::vector<QuestionKey> const* keys_;
    Json all_ = Json::array();
};

Json schema_of(AskableCommand const& asked) {
    auto const keys = question_keys(*asked.command);
    Json properties = Json::object();
    properties["command"] = {{"const", asked.name}};
    Json required = Json::array({"command"});
    for (QuestionKey const& key : keys) {
        properties[key.name] = property(key);
        if (key.option->get_required()) required.push_back(key.name);
    }
    Json out = Json::object();
    out["title"] = "clustersim " + asked.name;
    out["description"] = asked.command->get_description();
    out["type"] = "object";
    out["properties"] = std::move(properties);
    out["required"] = std::move(required);
    if (Json all = Conditions(keys).all(*asked.command); !all.empty()) out["allOf"] = all;
    out["additionalProperties"] = false;
    return out;
}

}  // namespace

std::string question_schema(std::span<AskableCommand const> commands) {
    Json out = Json::object();
    out["$schema"] = dialect;
    if (commands.size() == 1) {
        out.update(schema_of(commands.front()));
    } else {
        out["title"] = "A question to clustersim";
        Json each = Json::array();
        for (AskableCommand const& one : commands) each.push_back(schema_of(one));
        out["oneOf"] = std::move(each);
    }
    return out.dump(2) + "\n";
}

}  // namespace clustersim
