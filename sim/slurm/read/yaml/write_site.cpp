// SPDX-License-Identifier: Apache-2.0
#include "sim/core/utf8.hpp"
#include "sim/slurm/read/yaml/key_writer.hpp"
#include "sim/slurm/read/yaml/settings_yaml.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// One entry for each run of equal neighbours. If an earlier entry has the same record, the entry
/// refers to it by one of its nodes.
ConfigNode nodes_node(Site const& site) {
    ConfigNode list;
    std::vector<std::int32_t> first_of_record(site.records.size(), -1);
    for (std::size_t begin = 0; begin < site.nodes.size();) {
        Node const& first = site.nodes[begin];
        std::size_t end = begin + 1;
        while (end < site.nodes.size() && site.nodes[end].record == first.record &&
               site.nodes[end].state == first.state && site.nodes[end].reason == first.reason)
            ++end;
        std::vector<std::int32_t> members;
        for (std::size_t i = begin; i < end; ++i) members.push_back(static_cast<std::int32_t>(i));
        ConfigNode entry;
        add_entry(entry, "names", host_node(site, members));
        auto& earlier = first_of_record[static_cast<std::size_t>(first.record)];
        if (earlier >= 0) {
            add_entry(entry, "like", text_node(site.nodes[static_cast<std::size_t>(earlier)].name));
        } else {
            earlier = members.front();
            KeyWriter<NodeRecord> keys(entry, site.record_of(earlier), site);
            KeysOf<NodeRecord>::each(keys);
        }
        if (first.state != NodeAdminState::up) {
            add_entry(
                entry, "state", text_node(first.state == NodeAdminState::down ? "down" : "drain"));
        }
        if (!first.reason.empty()) add_entry(entry, "reason", text_node(first.reason));
        add_item(list, std::move(entry));
        begin = end;
    }
    return list;
}

ConfigNode switches_node(Site const& site) {
    ConfigNode out;
    for (Switch const& one : site.switches) {
        ConfigNode body;
        body.kind = ConfigNode::Kind::mapping;
        if (!one.nodes.empty()) add_entry(body, "nodes", host_node(site, one.nodes));
        if (!one.switches.empty()) {
            ConfigNode below;
            for (auto const child : one.switches)
                add_item(below, text_node(site.switches[static_cast<std::size_t>(child)].name));
            add_entry(body, "switches", std::move(below));
        }
        add_entry(out, one.name, std::move(body));
    }
    return out;
}

ConfigNode associations_node(Site const& site) {
    ConfigNode list;
    for (Association const& one : site.associations) {
        ConfigNode entry = keys_node(one, site);
        // The parent of a user's association is its account's; an account needs its parent's name.
        if (!one.is_user() && one.parent >= 0) {
            ConfigNode::Entry parent{
                "parent",
                scalar_node("parent"),
                text_node(site.associations[static_cast<std::size_t>(one.parent)].account)};
            entry.entries.insert(entry.entries.begin() + 1, std::move(parent));
        }
        add_item(list, std::move(entry));
    }
    return list;
}

template <class Things>
void add_named(ConfigNode& root, std::string_view key, Things const& things, Site const& site) {
    if (things.empty()) return;
    ConfigNode out;
    for (auto const& thing : things) add_entry(out, thing.name, keys_node(thing, site));
    add_entry(root, key, std::move(out));
}

std::string comment(std::string_view text) {
    std::string out = "# ";
    for (char const c : as_utf8(text)) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return out + "\n";
}

}  // namespace

std::string write_site_yaml(Site const& site, SiteOrigin const& origin) {
    ConfigNode root;
    add_entry(root, "schema", text_node(site_schema));
    if (site.tres.size() > tres::first_configured) {
        ConfigNode names;
        for (std::size_t i = tres::first_configured; i < site.tres.size(); ++i)
            add_item(names, text_node(site.tres.name(i)));
        add_entry(root, "tres", std::move(names));
    }
    if (ConfigNode settings = settings_node(site); !settings.entries.empty())
        add_entry(root, "settings", std::move(settings));
    if (!site.licenses.empty()) {
        ConfigNode licenses;
        for (License const& one : site.licenses)
            add_entry(licenses, one.name, number_node(one.total));
        add_entry(root, "licenses", std::move(licenses));
    }
    add_entry(root, "nodes", nodes_node(site));
    if (!site.switches.empty()) add_entry(root, "switches", switches_node(site));
    add_named(root, "partitions", site.partitions, site);
    add_named(root, "qos", site.qos, site);
    if (!site.associations.empty()) add_entry(root, "associations", associations_node(site));
    add_named(root, "reservations", site.reservations, site);
    if (site.failures.any()) add_entry(root, "failures", keys_node(site.failures, site));
    add_named(root, "outages", site.outages, site);
    add_named(root, "users", site.users, site);

    std::string out;
    if (!origin.files.empty()) {
        out += comment("A Slurm site, copied from:");
        for (std::string const& file : origin.files) out += comment("  " + file);
    }
    out += to_yaml(root);
    if (!origin.without_effect.empty()) {
        out += "\n" + comment("Parameters of these files without effect here:");
        for (std::string const& name : origin.without_effect) out += comment("  " + name);
    }
    return out;
}

}  // namespace clustersim::slurm
