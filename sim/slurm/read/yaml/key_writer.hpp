// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/yaml_text.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/slurm/read/parameters/accounting_keys.hpp"
#include "sim/slurm/read/parameters/machine_keys.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace clustersim::slurm {

ConfigNode number_node(std::int64_t value);
ConfigNode number_node(double value);
/// "30 s", "1440 min"; a negative count is "unlimited".
ConfigNode amount_node(std::int64_t count, std::string_view unit);
ConfigNode host_node(Site const& site, std::span<std::int32_t const> nodes);
ConfigNode release_node(Release release);
ConfigNode limits_node(TresLimits const& limits, TresTable const& names);
ConfigNode weights_node(TresWeights const& weights, TresTable const& names);

/// Writes the members of a structure that differ from its defaults into a mapping.
template <class T>
class KeyWriter {
  public:
    KeyWriter(ConfigNode& out, T const& value, Site const& site)
        : out_(&out), value_(&value), site_(&site) {
        out.kind = ConfigNode::Kind::mapping;
    }

    template <class M>
    void operator()(KeyName const& name, M T::*member) {
        put(
            name.key, member, [this](auto const& value) { return node_of(value); });
    }
    template <class M>
    void seconds(KeyName const& name, M T::*member) {
        put(
            name.key, member, [](auto const& value) { return amount_node(count_of(value), "s"); });
    }
    template <class M>
    void minutes(KeyName const& name, M T::*member) {
        put(
            name.key,
            member,
            [](auto const& value) { return amount_node(count_of(value), "min"); });
    }
    template <class M>
    void seconds_or_unlimited(KeyName const& name, M T::*member) {
        seconds(name, member);
    }
    template <class M>
    void minutes_or_unlimited(KeyName const& name, M T::*member) {
        minutes(name, member);
    }
    template <class M>
    void mebibytes(KeyName const& name, M T::*member) {
        put(
            name.key,
            member,
            [](auto const& value) { return amount_node(count_of(value), "MiB"); });
    }
    void nodes(KeyName const& name, std::vector<std::int32_t> T::*member) {
        put(
            name.key, member, [this](auto const& value) { return host_node(*site_, value); });
    }
    void signed_list(KeyName const& name, std::vector<std::int32_t> T::*member) {
        put(
            name.key,
            member,
            [](auto const& value) {
                ConfigNode list;
                for (auto const one : value) add_item(list, number_node(std::int64_t{one}));
                return list;
            });
    }

  private:
    template <class M, class Make>
    void put(std::string_view name, M T::*member, Make make) {
        static T const defaults{};
        if (value_->*member != defaults.*member) add_entry(*out_, name, make(value_->*member));
    }

    static std::int64_t count_of(std::int64_t value) { return value; }
    static std::int64_t count_of(Seconds value) { return value.count; }
    static std::int64_t count_of(Instant value) { return value.since_origin; }
    template <class M>
    static std::int64_t count_of(std::optional<M> const& value) {
        return count_of(*value);
    }

    ConfigNode node_of(bool value) const { return scalar_node(value ? "true" : "false"); }
    ConfigNode node_of(std::int32_t value) const { return number_node(std::int64_t{value}); }
    ConfigNode node_of(std::int64_t value) const { return number_node(value); }
    ConfigNode node_of(double value) const { return number_node(value); }
    ConfigNode node_of(std::string const& value) const { return text_node(value); }
    ConfigNode node_of(Release value) const { return release_node(value); }
    ConfigNode node_of(TresLimits const& value) const { return limits_node(value, site_->tres); }
    ConfigNode node_of(TresWeights const& value) const { return weights_node(value, site_->tres); }
    ConfigNode node_of(std::vector<std::pair<std::string, std::int64_t>> const& value) const {
        ConfigNode out;
        for (auto const& [name, count] : value) add_entry(out, name, number_node(count));
        return out;
    }
    template <class M>
    ConfigNode node_of(std::optional<M> const& value) const {
        return node_of(*value);
    }
    template <class M>
    ConfigNode node_of(std::vector<M> const& values) const {
        ConfigNode out;
        for (M const& value : values) add_item(out, node_of(value));
        return out;
    }
    template <class M>
    ConfigNode node_of(M const& value) const {
        if constexpr (std::is_enum_v<M>) {
            return text_node(enum_name(value));
        } else {
            ConfigNode out;
            KeyWriter<M> writer(out, value, *site_);
            KeysOf<M>::each(writer);
            return out;
        }
    }

    ConfigNode* out_;
    T const* value_;
    Site const* site_;
};

template <class T>
ConfigNode keys_node(T const& value, Site const& site) {
    ConfigNode out;
    KeyWriter<T> writer(out, value, site);
    KeysOf<T>::each(writer);
    return out;
}

}  // namespace clustersim::slurm
