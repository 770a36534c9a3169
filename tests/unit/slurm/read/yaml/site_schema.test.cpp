// SPDX-License-Identifier: Apache-2.0
// Keeps systems/schema/site-1.json equal to the keys that the program reads and writes. After a change
// of the keys: slurm_yaml_unit "[write_schema]" writes the file anew.
#include "sim/slurm/read/yaml/accounting_keys.hpp"
#include "sim/slurm/read/yaml/machine_keys.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/slurm/read/yaml/value_names.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/read/yaml/settings_schema.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr char const* file = PROJECT_DIR "/systems/schema/site-1.json";

Json ref(std::string const& name) {
    return schema_ref(name);
}
Json map_of(Json value) {
    return {{"type", "object"}, {"additionalProperties", std::move(value)}};
}
Json list_of(Json item) {
    return {{"type", "array"}, {"items", std::move(item)}};
}

template <class T>
Json object_of();

/// The JSON schema of a type of value.
template <class M>
struct SchemaOf {
    static Json get() {
        if constexpr (std::is_enum_v<M>) {
            Json names = Json::array();
            for (auto const& [name, value] : names_of(M{})) names.push_back(name);
            return {{"enum", names}};
        } else {
            return object_of<M>();
        }
    }
};
template <>
struct SchemaOf<bool> {
    static Json get() { return {{"type", "boolean"}}; }
};
template <>
struct SchemaOf<std::int32_t> {
    static Json get() { return ref("count"); }
};
template <>
struct SchemaOf<std::int64_t> {
    static Json get() { return ref("count"); }
};
template <>
struct SchemaOf<double> {
    static Json get() { return {{"type", "number"}, {"minimum", 0}}; }
};
template <>
struct SchemaOf<std::string> {
    static Json get() { return {{"type", "string"}}; }
};
template <>
struct SchemaOf<TresLimits> {
    static Json get() { return map_of(ref("count")); }
};
template <>
struct SchemaOf<TresWeights> {
    static Json get() { return map_of(SchemaOf<double>::get()); }
};
template <>
struct SchemaOf<std::vector<std::pair<std::string, std::int64_t>>> {
    static Json get() { return map_of(ref("count")); }
};
template <class M>
struct SchemaOf<std::optional<M>> {
    static Json get() { return SchemaOf<M>::get(); }
};
template <class M>
struct SchemaOf<std::vector<M>> {
    static Json get() { return list_of(SchemaOf<M>::get()); }
};

template <class T>
class SchemaKeys {
  public:
    explicit SchemaKeys(Json& properties) : properties_(&properties) {}
    template <class M>
    void operator()(std::string_view key, M T::*) {
        set(key, SchemaOf<M>::get());
    }
    template <class M>
    void seconds(std::string_view key, M T::*) {
        bool const limit = std::is_same_v<M, std::optional<std::int64_t>>;
        set(key, ref(limit ? "limit" : "time"));
    }
    template <class M>
    void minutes(std::string_view key, M T::*member) {
        seconds(key, member);
    }
    void seconds_or_unlimited(std::string_view key, auto) { set(key, ref("limit")); }
    void minutes_or_unlimited(std::string_view key, auto) { set(key, ref("limit")); }
    void mebibytes(std::string_view key, auto) { set(key, ref("size")); }
    void nodes(std::string_view key, auto) { set(key, ref("hosts")); }
    void signed_list(std::string_view key, auto) {
        set(key, list_of({{"type", "integer"}, {"minimum", -1}}));
    }

  private:
    void set(std::string_view key, Json schema) {
        (*properties_)[std::string(key)] = std::move(schema);
    }
    Json* properties_;
};

template <class T>
Json properties_of() {
    Json properties = Json::object();
    SchemaKeys<T> keys(properties);
    KeysOf<T>::each(keys);
    return properties;
}

Json object_with(Json properties, Json required = Json::array()) {
    Json out{{"type", "object"}};
    out["properties"] = std::move(properties);
    if (!required.empty()) out["required"] = std::move(required);
    out["additionalProperties"] = false;
    return out;
}

template <class T>
Json object_of() {
    return object_with(properties_of<T>());
}

/// The sections that have no table of keys of their own, and those that have, together.
Json whole_schema() {
    Json nodes = properties_of<NodeRecord>();
    nodes["names"] = ref("hosts");
    nodes["like"] = {{"type", "string"},
                     {"description", "a node of an earlier entry, equal to these"}};
    nodes["state"] = SchemaOf<NodeAdminState>::get();
    nodes["reason"] = {{"type", "string"}};
    Json associations = properties_of<Association>();
    associations["parent"] = {{"type", "string"}, {"description", "the account above an account"}};
    Json switches;
    switches["nodes"] = ref("hosts");
    switches["switches"] = list_of({{"type", "string"}});

    Json properties;
    properties["schema"] = {{"const", site_schema}};
    properties["tres"] = list_of({{"type", "string"}});
    properties["settings"] = settings_schema([](Json value) { return value; });
    properties["licenses"] = map_of(ref("count"));
    properties["nodes"] = list_of(object_with(nodes, {"names"}));
    properties["switches"] = map_of(object_with(switches));
    properties["partitions"] = map_of(object_of<Partition>());
    properties["qos"] = map_of(object_of<Qos>());
    properties["associations"] = list_of(object_with(associations, {"account"}));
    properties["reservations"] = map_of(object_of<Reservation>());
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

TEST_CASE("it writes that schema anew", "[.][write_schema]") {
    std::ofstream(file, std::ios::binary) << whole_schema().dump(2) << "\n";
    SUCCEED();
}
