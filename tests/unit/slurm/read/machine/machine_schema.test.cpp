// SPDX-License-Identifier: Apache-2.0
// Keeps systems/schema/slurm-1.json, the block `slurm:` of a machine, equal to the parameters that
// the program reads. After a change of them, slurm_read_machine_unit "[write_schema]" regenerates
// the file.
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/read/yaml/keys_schema.hpp"

#include <fstream>
#include <sstream>

using namespace clustersim::slurm;

namespace {

constexpr char const* file = PROJECT_DIR "/systems/schema/slurm-1.json";

Json annotations() {
    Json out = Json::object();
    for (char const* name : {"source", "confidence", "note"})
        out[name] = {{"$ref", std::string("system-1.json#/definitions/") + name}};
    return out;
}

/// A value as a machine file may give it: plain, or with its source.
Json annotated(Json value) {
    Json const meaning = value["description"];
    value.erase("description");
    if (value.contains("pattern") && !value.contains("description"))
        value = {{"anyOf", {value, {{"type", "number"}}}}};  // a release without quotes
    Json inner{{"type", "object"}, {"properties", {{"value", value}}}};
    inner["properties"].update(annotations());
    inner["required"] = {"value"};
    inner["additionalProperties"] = false;
    if (value.contains("additionalProperties")) {
        // A mapping has its annotations in addition to its own keys.
        value["properties"] = annotations();
        value["description"] = meaning;
        return value;
    }
    return {{"anyOf", {value, inner}}, {"description", meaning}};
}

/// A mapping of known keys, each of them and the mapping itself annotated.
Json annotated_object(Json object) {
    for (Json& value : object["properties"])
        value = value.contains("properties") ? annotated_object(std::move(value))
                                             : annotated(std::move(value));
    object["properties"].update(annotations());
    return object;
}

/// Objects by name: the section and each of its objects annotated.
template <class T>
Json section_of() {
    Json section = map_of(annotated_object(object_of<T>()));
    section["properties"] = annotations();
    return section;
}

/// `fair_share:`, which only machines have: sim/slurm/read/machine/fair_share_tree.hpp.
Json fair_share_schema() {
    auto const ref = [](char const* name) {
        return Json{{"$ref", std::string("system-1.json#/definitions/") + name}};
    };
    Json group{{"type", "object"}};
    group["properties"] = {{"share", ref("share")}, {"below", {{"type", "string"}}}};
    group["properties"].update(annotations());
    group["required"] = {"share"};
    group["additionalProperties"] = false;
    Json groups{{"type", "object"}, {"properties", annotations()}};
    groups["additionalProperties"] = std::move(group);
    Json out{{"type", "object"}};
    out["properties"] = {{"single_tier", ref("flag")},
                         {"least_share", ref("share")},
                         {"idle_projects", ref("count0")},
                         {"groups", std::move(groups)}};
    out["properties"].update(annotations());
    out["additionalProperties"] = false;
    out["description"] = "how the site arranges its projects for fair share";
    return out;
}

Json whole_schema() {
    Json properties;
    properties["tres"] = list_of({{"type", "string"}});
    properties["settings"] = settings_schema(annotated, annotations());
    properties["licenses"] = {{"type", "object"}};
    properties["partitions"] = section_of<Partition>();
    properties["partitions"]["description"] =
        "settings that the machine's own `partitions:` do not have";
    properties["qos"] = section_of<Qos>();
    properties["reservations"] = section_of<Reservation>();
    properties["failures"] = annotated_object(object_of<NodeFailures>());
    properties["outages"] = section_of<Outage>();
    properties["users"] = section_of<SiteUser>();
    properties["fair_share"] = fair_share_schema();
    properties.update(annotations());
    Json out{{"$schema", "http://json-schema.org/draft-07/schema#"},
             {"title", "clustersim: the Slurm of a machine"},
             {"type", "object"}};
    out["properties"] = std::move(properties);
    out["additionalProperties"] = false;
    out["definitions"] = value_definitions();
    return out;
}

}  // namespace

TEST_CASE("a machine's Slurm has a JSON schema of the parameters that are read",
          "[slurm_machine][unit]") {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    CHECK(text.str() == whole_schema().dump(2) + "\n");
}

TEST_CASE("it regenerates that schema", "[.][write_schema]") {
    std::ofstream(file, std::ios::binary) << whole_schema().dump(2) << "\n";
    SUCCEED();
}
