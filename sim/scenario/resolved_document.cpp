// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolved_document.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

void collect(ConfigNode const& node, std::string const& path, std::vector<LeafValue>& out) {
    std::string const prefix = path.empty() ? "" : path + ".";
    switch (node.kind) {
        case ConfigNode::Kind::null: break;
        case ConfigNode::Kind::scalar: out.push_back({path, node.scalar, origin_of(node)}); break;
        case ConfigNode::Kind::sequence:
            for (std::size_t i = 0; i < node.items.size(); ++i)
                collect(node.items[i], prefix + std::to_string(i), out);
            break;
        case ConfigNode::Kind::mapping:
            for (ConfigNode::Entry const& entry : node.entries)
                collect(entry.value, prefix + entry.key, out);
            break;
    }
}

}  // namespace

std::string origin_of(ConfigNode const& node) {
    if (!node.source) return "default";
    std::string const& name = node.source->name;
    if (name == "default" || name.starts_with("--")) return name;
    return fmt::format("{}:{}", name, node.line);
}

std::vector<LeafValue> leaf_values(ConfigNode const& document) {
    std::vector<LeafValue> out;
    collect(document, "", out);
    return out;
}

std::string content_hash(std::vector<std::string> const& texts) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (std::string const& text : texts) {
        for (char const c : text) {
            hash ^= static_cast<unsigned char>(c);
            hash *= 0x100000001b3U;
        }
        // A separator, so that the hash depends on the division into texts.
        hash ^= 0xffU;
        hash *= 0x100000001b3U;
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace clustersim
