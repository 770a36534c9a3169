// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_schema.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/option_json.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/core/ascii.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

constexpr char const* dialect = "https://json-schema.org/draft/2020-12/schema";

Json bound(OptionSpec const& key, double value) {
    if (key.kind == ValueKind::integer) return static_cast<std::int64_t>(value);
    return value;
}

Json one_value(OptionSpec const& key) {
    Json value = Json::object();
    switch (key.kind) {
        case ValueKind::flag: value["type"] = "boolean"; break;
        case ValueKind::integer: value["type"] = "integer"; break;
        case ValueKind::number: value["type"] = "number"; break;
        case ValueKind::choice: value["enum"] = key.choices; break;
        // On the command line a text may look like a number: `--job 162`.
        case ValueKind::text: value["type"] = {"string", "number"}; break;
        case ValueKind::scenario:
        case ValueKind::project:
        case ValueKind::script:
        case ValueKind::archive: value["type"] = {"string", "object"}; break;
        default: value["type"] = "string";
    }
    if (key.least) value["minimum"] = bound(key, *key.least);
    if (key.most) value["maximum"] = bound(key, *key.most);
    return value;
}

/// A default or an example. A list in one word is a list.
Json values_of(OptionSpec const& key, std::string const& text) {
    if (!key.has_commas || text.find(',') == std::string::npos) return value_in_json(key, text);
    Json values = Json::array();
    for (std::string const& one : split_list(text)) values.push_back(value_in_json(key, one));
    return values;
}

Json property(OptionSpec const& key) {
    Json out = Json::object();
    out["description"] = key.help;
    Json const one = one_value(key);
    if (key.is_list)
        out["anyOf"] = {one, {{"type", "array"}, {"items", one}, {"minItems", 1}}};
    else
        out.update(one);
    if (!key.default_text.empty()) out["default"] = values_of(key, key.default_text);
    if (!key.unit.empty()) out["x-unit"] = key.unit;
    if (!key.example.empty()) out["examples"] = Json::array({values_of(key, key.example)});
    return out;
}

/// Says what of a question's keys goes together.
class Conditions {
  public:
    explicit Conditions(std::vector<OptionRow const*> const& keys) : keys_(&keys) {}

    Json all(Command const& command) {
        for (OptionRow const* row : *keys_) {
            OptionSpec const& one = row->spec();
            for (OptionRow const* other : one.excludes)
                if (one.key < other->spec().key)
                    all_.push_back({{"not", given({one.key, other->spec().key})}});
            for (OptionRow const* other : one.needs)
                all_.push_back({{"if", given({one.key})}, {"then", given({other->spec().key})}});
        }
        for (KeyGroup const& group : key_groups(command)) add(group);
        return std::move(all_);
    }

  private:
    /// That these keys are there. A flag that is false is as one that is not there.
    [[nodiscard]] Json given(std::vector<std::string> const& names) const {
        Json out = Json::object({{"required", names}});
        for (std::string const& name : names) {
            bool const is_flag = std::ranges::any_of(*keys_, [&](OptionRow const* row) {
                return row->spec().key == name && row->spec().kind == ValueKind::flag;
            });
            if (is_flag) out["properties"][name] = {{"const", true}};
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

    std::vector<OptionRow const*> const* keys_;
    Json all_ = Json::array();
};

Json schema_of(AskableCommand const& asked) {
    auto const keys = question_keys(*asked.command);
    Json properties = Json::object();
    properties["command"] = {{"const", asked.name}};
    Json required = Json::array({"command"});
    for (OptionRow const* row : keys) {
        properties[row->spec().key] = property(row->spec());
        if (row->spec().required) required.push_back(row->spec().key);
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
