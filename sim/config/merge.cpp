// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"
#include "sim/config/replaced.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// Whether the numbers of a parent still need the value that a child replaces: their annotations, and the citations of
/// their sources.
bool keeps(std::string_view within, ConfigNode::Entry const& entry) {
    return within == "sources" || entry.key == "source" || entry.key == "confidence";
}

void merge_within(bool annotated, std::string_view within, ConfigNode& base, ConfigNode over) {
    if (base.kind != ConfigNode::Kind::mapping || over.kind != ConfigNode::Kind::mapping) {
        base = std::move(over);
        return;
    }
    std::unordered_map<std::string_view, std::size_t> place;
    std::vector<ConfigNode::Entry> kept;
    bool const one_number = base.find("value") != nullptr;  // with its own annotations
    base.entries.reserve(base.entries.size() + over.entries.size());
    for (std::size_t i = 0; i < base.entries.size(); ++i) place.emplace(base.entries[i].key, i);
    for (ConfigNode::Entry& entry : over.entries) {
        if (auto const same = place.find(entry.key); same != place.end()) {
            ConfigNode::Entry& old = base.entries[same->second];
            bool const scalar = old.value.kind == ConfigNode::Kind::scalar;
            if (annotated && !one_number && scalar && keeps(within, entry))
                kept.push_back({entry.key + std::string(replaced_suffix), old.key_node, old.value});
            old.key_node = std::move(entry.key_node);
            merge_within(annotated, entry.key, old.value, std::move(entry.value));
        } else {
            base.entries.push_back(std::move(entry));
        }
    }
    for (ConfigNode::Entry& entry : kept) base.entries.push_back(std::move(entry));
    base.source = over.source;
    base.line = over.line;
    base.column = over.column;
}

}  // namespace

void merge_onto(ConfigNode& base, ConfigNode over) {
    bool const annotated = base.find("sources") != nullptr;
    merge_within(annotated, {}, base, std::move(over));
}

}  // namespace clustersim
