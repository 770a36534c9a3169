// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/parameters/parameter.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace clustersim::slurm {

using Json = nlohmann::ordered_json;

inline Json schema_ref(std::string const& name) {
    return {{"$ref", "#/definitions/" + name}};
}

/// The JSON schema of a parameter's value. Bounds of times are checked by the reader: a pattern
/// cannot compare them.
inline Json parameter_schema(Parameter const& one) {
    auto const count = [&]() -> Json {
        if (one.bounds == Bounds{}) return schema_ref("count");
        return {{"type", "integer"}, {"minimum", one.bounds.low}, {"maximum", one.bounds.high}};
    };
    switch (one.measure) {
        case Measure::flag: return {{"type", "boolean"}};
        case Measure::count: return count();
        case Measure::number: return {{"type", "number"}, {"minimum", 0}};
        case Measure::text: return {{"type", "string"}};
        case Measure::seconds:
        case Measure::time:
        case Measure::minutes: return schema_ref("time");
        case Measure::limit_seconds:
        case Measure::limit_time:
        case Measure::limit_minutes: return schema_ref("limit");
        case Measure::mebibytes: return schema_ref("size");
        case Measure::weights:
            return {{"type", "object"},
                    {"additionalProperties", {{"type", "number"}, {"minimum", 0}}}};
        case Measure::release:
            return {{"type", "string"},
                    {"pattern", "^[2-9][0-9]\\.(0[1-9]|1[0-2])(\\.[0-9]{1,2})?$"}};
        case Measure::choice: break;
    }
    Json words = Json::array();
    for (ChoiceWord const& word : std::get<Choice>(one.member).words)
        if (!word.yaml.empty()) words.push_back(word.yaml);
    return {{"enum", words}};
}

/// The types that schema_ref names: times, sizes, counts, hostlists.
inline Json value_definitions() {
    std::string const number = "(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?";
    std::string const unit = "(ns|us|µs|ms|s|sec|min|h|hours?|d|days?|weeks?)";
    Json out;
    out["count"] = {{"type", "integer"}, {"minimum", 0}};
    std::string const time = "\\d+:\\d+(:\\d+)?|\\d+-\\d+(:\\d+){0,2}|" + number + " *" + unit +
                             "( +" + number + " *" + unit + ")*";
    out["time"] = {{"type", "string"},
                   {"pattern", "^ *(" + time + ") *$"},
                   {"description", "a time such as `90 min`, `12:00:00` or `2-12:00:00`"}};
    out["limit"] = {{"type", "string"},
                    {"pattern", "^( *(" + time + ") *|unlimited)$"},
                    {"description", "a time such as `90 min`, or unlimited"}};
    out["size"] = {{"type", "string"},
                   {"pattern", "^ *" + number + " *(B|[kKMGTPE]B|[KMGTP]iB) *$"},
                   {"description", "a size such as `4 GiB`, in whole MiB"}};
    out["hosts"] = {{"type", "string"}, {"description", "nodes such as n[001-087],gpu[1-4]"}};
    return out;
}

/// The JSON schema of `settings:`, with each value modified by `wrap` (annotations of a machine
/// file) and each mapping extended by the `further` properties.
template <class Wrap>
Json settings_schema(Wrap wrap, Json const& further = Json::object()) {
    auto const mapping = [] { return Json{{"type", "object"}, {"properties", Json::object()}}; };
    auto const close = [&](auto const& self, Json& node) -> void {
        for (Json& child : node["properties"])
            if (child.contains("properties") && !child.contains("additionalProperties"))
                self(self, child);
        node["properties"].update(further);
        node["additionalProperties"] = false;
    };
    Json root = mapping();
    for (Parameter const& one : parameters()) {
        Json* node = &root;
        std::string_view key = one.key;
        for (auto dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.')) {
            Json& child = (*node)["properties"][std::string(key.substr(0, dot))];
            if (child.is_null()) child = mapping();
            node = &child;
            key.remove_prefix(dot + 1);
        }
        Json value = parameter_schema(one);
        value["description"] = one.meaning;
        (*node)["properties"][std::string(key)] = wrap(std::move(value));
    }
    close(close, root);
    return root;
}

}  // namespace clustersim::slurm
