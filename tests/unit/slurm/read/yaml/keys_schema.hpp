// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/enum_names.hpp"
#include "sim/slurm/read/parameters/accounting_keys.hpp"
#include "sim/slurm/read/parameters/machine_keys.hpp"
#include "tests/unit/slurm/read/yaml/settings_schema.hpp"

#include <string>
#include <utility>

namespace clustersim::slurm {

inline Json map_of(Json value) {
    return {{"type", "object"}, {"additionalProperties", std::move(value)}};
}
inline Json list_of(Json item) {
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
            for (auto const& [name, value] : enum_names<M>) names.push_back(name);
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
    static Json get() { return schema_ref("count"); }
};
template <>
struct SchemaOf<std::int64_t> {
    static Json get() { return schema_ref("count"); }
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
    static Json get() { return map_of(schema_ref("count")); }
};
template <>
struct SchemaOf<TresWeights> {
    static Json get() { return map_of(SchemaOf<double>::get()); }
};
template <>
struct SchemaOf<std::vector<std::pair<std::string, std::int64_t>>> {
    static Json get() { return map_of(schema_ref("count")); }
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
    void operator()(KeyName const& name, M T::*) {
        set(name, SchemaOf<M>::get());
    }
    template <class M>
    void seconds(KeyName const& name, M T::*) {
        bool const limit = std::is_same_v<M, std::optional<std::int64_t>>;
        set(name, schema_ref(limit ? "limit" : "time"));
    }
    template <class M>
    void minutes(KeyName const& name, M T::*member) {
        seconds(name, member);
    }
    void seconds_or_unlimited(KeyName const& name, auto) { set(name, schema_ref("limit")); }
    void minutes_or_unlimited(KeyName const& name, auto) { set(name, schema_ref("limit")); }
    void mebibytes(KeyName const& name, auto) { set(name, schema_ref("size")); }
    void nodes(KeyName const& name, auto) { set(name, schema_ref("hosts")); }
    void signed_list(KeyName const& name, auto) {
        set(name, list_of({{"type", "integer"}, {"minimum", -1}}));
    }

  private:
    void set(KeyName const& name, Json schema) {
        schema["description"] = name.meaning;
        (*properties_)[std::string(name.key)] = std::move(schema);
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

inline Json object_with(Json properties, Json required = Json::array()) {
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

}  // namespace clustersim::slurm
