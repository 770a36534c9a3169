// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/export.hpp"

#include "sim/core/printable.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

namespace clustersim {
namespace {

std::string dot_string(std::string_view text) {
    std::string out = "\"";
    for (char const c : printable_line(text)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string vertex_name(Fabric const& fabric, VertexId id) {
    return fabric.is_switch(id) ? fabric.switch_name(fabric.switch_of(id))
                                : fabric.endpoint_name({id.value});
}

std::string group_name(Fabric const& fabric, std::uint32_t group) {
    return group == no_group ? std::string() : fabric.groups()[group].name;
}

/// Cables between the same two vertices as one, in the order of the first cable.
struct Bundle {
    Link link;  ///< of the first cable, with the capacity of all
    std::uint32_t first = 0;
    std::uint32_t cables = 1;
};

std::vector<Bundle> bundles_of(Fabric const& fabric) {
    std::vector<Bundle> bundles;
    for (std::uint32_t v = 0; v < fabric.vertex_count(); ++v) {
        Bundle* open = nullptr;
        for (LinkId const id : fabric.links_from({v})) {
            Link const& link = fabric.link(id);
            // The cable's other direction belongs to its other end.
            if (link.to < link.from) continue;
            if (open != nullptr && open->link.to == link.to) {
                open->link.capacity += link.capacity;
                ++open->cables;
            } else {
                open = &bundles.emplace_back(Bundle{link, id.value / 2, 1});
            }
        }
    }
    return bundles;
}

}  // namespace

std::string to_graphml(Fabric const& fabric) {
    std::string out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
        "  <key id=\"kind\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"/>\n"
        "  <key id=\"group\" for=\"node\" attr.name=\"group\" attr.type=\"string\"/>\n"
        "  <key id=\"level\" for=\"all\" attr.name=\"level\" attr.type=\"string\"/>\n"
        "  <key id=\"capacity\" for=\"edge\" attr.name=\"capacity\" attr.type=\"double\"/>\n"
        "  <key id=\"latency\" for=\"edge\" attr.name=\"latency\" attr.type=\"double\"/>\n";
    auto to = std::back_inserter(out);
    fmt::format_to(to, "  <graph id=\"{}\" edgedefault=\"undirected\">\n", xml_text(fabric.name()));
    for (std::uint32_t e = 0; e < fabric.endpoint_count(); ++e) {
        SwitchId const leaf = fabric.endpoint({e}).leaf;
        fmt::format_to(to,
                       "    <node id=\"{}\"><data key=\"kind\">port</data>"
                       "<data key=\"group\">{}</data></node>\n",
                       xml_text(fabric.endpoint_name({e})),
                       xml_text(group_name(fabric, fabric.switch_at(leaf).group)));
    }
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        Switch const& one = fabric.switch_at({s});
        fmt::format_to(to,
                       "    <node id=\"{}\"><data key=\"kind\">switch</data>"
                       "<data key=\"group\">{}</data><data key=\"level\">{}</data></node>\n",
                       xml_text(fabric.switch_name({s})),
                       xml_text(group_name(fabric, one.group)),
                       one.level);
    }
    for (std::uint32_t id = 0; id < fabric.link_count(); id += 2) {
        Link const& link = fabric.link({id});
        fmt::format_to(to,
                       "    <edge source=\"{}\" target=\"{}\"><data key=\"level\">{}</data>"
                       "<data key=\"capacity\">{}</data><data key=\"latency\">{}</data></edge>\n",
                       xml_text(vertex_name(fabric, link.from)),
                       xml_text(vertex_name(fabric, link.to)),
                       name_of(link.level),
                       link.capacity.si(),
                       link.latency.si());
    }
    return out + "  </graph>\n</graphml>\n";
}

std::string to_dot(Fabric const& fabric) {
    std::vector<std::uint32_t> ports(fabric.switch_count(), 0);
    for (Endpoint const& endpoint : fabric.endpoints()) ++ports[endpoint.leaf.value];
    std::vector<std::vector<std::uint32_t>> members(fabric.groups().size() + 1);
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        std::uint32_t const group = fabric.switch_at({s}).group;
        members[group == no_group ? fabric.groups().size() : group].push_back(s);
    }
    std::string out = fmt::format("graph {} {{\n", dot_string(fabric.name()));
    auto to = std::back_inserter(out);
    for (std::size_t g = 0; g < members.size(); ++g) {
        bool const grouped = g < fabric.groups().size();
        if (grouped)
            fmt::format_to(to,
                           "  subgraph cluster_{} {{\n    label={};\n",
                           g,
                           dot_string(fabric.groups()[g].name));
        for (std::uint32_t const s : members[g]) {
            std::string const name = fabric.switch_name({s});
            std::string const label =
                ports[s] == 0 ? name : fmt::format("{} ({} ports)", name, ports[s]);
            fmt::format_to(
                to, "    {} [shape=box, label={}];\n", dot_string(name), dot_string(label));
        }
        if (grouped) out += "  }\n";
    }
    for (Bundle const& bundle : bundles_of(fabric)) {
        if (!fabric.is_switch(bundle.link.from)) continue;
        fmt::format_to(to,
                       "  {} -- {} [label=\"{}\"];\n",
                       dot_string(vertex_name(fabric, bundle.link.from)),
                       dot_string(vertex_name(fabric, bundle.link.to)),
                       bundle.cables);
    }
    return out + "}\n";
}

std::string to_simgrid_xml(Fabric const& fabric) {
    std::string out = "<?xml version='1.0'?>\n"
                      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                      "<platform version=\"4.1\">\n";
    auto to = std::back_inserter(out);
    fmt::format_to(to, "  <zone id=\"{}\" routing=\"Dijkstra\">\n", xml_text(fabric.name()));
    for (std::uint32_t e = 0; e < fabric.endpoint_count(); ++e)
        fmt::format_to(
            to, "    <host id=\"{}\" speed=\"1Gf\"/>\n", xml_text(fabric.endpoint_name({e})));
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s)
        fmt::format_to(to, "    <router id=\"{}\"/>\n", xml_text(fabric.switch_name({s})));
    std::vector<Bundle> const bundles = bundles_of(fabric);
    for (Bundle const& bundle : bundles)
        fmt::format_to(to,
                       "    <link id=\"cable-{}\" bandwidth=\"{}Bps\" latency=\"{}s\" "
                       "sharing_policy=\"SPLITDUPLEX\"/>\n",
                       bundle.first,
                       bundle.link.capacity.si(),
                       bundle.link.latency.si());
    for (Bundle const& bundle : bundles) {
        std::string const a = xml_text(vertex_name(fabric, bundle.link.from));
        std::string const b = xml_text(vertex_name(fabric, bundle.link.to));
        for (bool const up : {true, false})
            fmt::format_to(to,
                           "    <route src=\"{}\" dst=\"{}\" symmetrical=\"NO\">"
                           "<link_ctn id=\"cable-{}\" direction=\"{}\"/></route>\n",
                           up ? a : b,
                           up ? b : a,
                           bundle.first,
                           up ? "UP" : "DOWN");
    }
    return out + "  </zone>\n</platform>\n";
}

}  // namespace clustersim
