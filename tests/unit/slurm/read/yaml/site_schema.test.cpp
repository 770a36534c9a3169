// SPDX-License-Identifier: Apache-2.0
// Keeps systems/schema/site-1.json equal to the keys that the program reads and writes. After a
// change of the keys, slurm_yaml_unit "[write_schema]" regenerates the file.
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/read/yaml/keys_schema.hpp"
#include "tests/unit/slurm/read/yaml/settings_schema.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr char const* file = PROJECT_DIR "/systems/schema/site-1.json";

/// The sections without a table of keys, and those with one.
Json whole_schema() {
    Json nodes = properties_of<NodeRecord>();
    nodes["names"] = schema_ref("hosts");
    nodes["like"] = {{"type", "string"},
                     {"description", "a node of an earlier entry with the same properties"}};
    nodes["state"] = SchemaOf<NodeAdminState>::get();
    nodes["reason"] = {{"type", "string"}};
    Json associations = properties_of<Association>();
    associations["parent"] = {{"type", "string"}, {"description", "the account above an account"}};
    Json switches;
    switches["nodes"] = schema_ref("hosts");
    switches["switches"] = list_of({{"type", "string"}});

    Json properties;
    properties["schema"] = {{"const", site_schema}};
    properties["tres"] = list_of({{"type", "string"}});
    properties["settings"] = settings_schema([](Json value) { return value; });
    properties["licenses"] = map_of(schema_ref("count"));
    properties["nodes"] = list_of(object_with(nodes, {"names"}));
    properties["switches"] = map_of(object_with(switches));
    properties["partitions"] = map_of(object_of<Partition>());
    properties["qos"] = map_of(object_of<Qos>());
    properties["associations"] = list_of(object_with(associations, {"account"}));
    properties["reservations"] = map_of(object_of<Reservation>());
    properties["failures"] = object_of<NodeFailures>();
    properties["outages"] = map_of(object_of<Outage>());
    properties["users"] = map_of(object_of<SiteUser>());
    Json out{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "clustersim site"}};
    out.update(object_with(properties, {"schema", "nodes"}));
    out["definitions"] = value_definitions();
    return out;
}

}  // namespace

TEST_CASE("it has a JSON schema of the keys that it reads", "[slurm_yaml][unit]") {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    CHECK(text.str() == whole_schema().dump(2) + "\n");
}

TEST_CASE("it regenerates that schema", "[.][write_schema]") {
    std::ofstream(file, std::ios::binary) << whole_schema().dump(2) << "\n";
    SUCCEED();
}
