// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/stored_inputs.hpp"

#include <fmt/format.h>

#include <map>

namespace clustersim {
namespace {

Diagnostic not_stored(ConfigNode const& place, std::string_view kind, std::string const& name) {
    return problem_at(place,
                      Code::missing_key,
                      fmt::format("the result does not hold \"{}\" of its {}", name, kind));
}

std::map<std::string, ConfigNode> documents_of(ConfigNode const* mapping) {
    std::map<std::string, ConfigNode> documents;
    if (mapping == nullptr) return documents;
    for (ConfigNode::Entry const& entry : mapping->entries)
        documents.emplace(entry.key, entry.value);
    return documents;
}

}  // namespace

Result<ConfigNode>
stored_document(ConfigNode const& files, std::string_view kind, std::string const& name) {
    ConfigNode const* of_kind = files.find(kind);
    ConfigNode const* document = of_kind != nullptr ? of_kind->find(name) : nullptr;
    if (document == nullptr) return failure(not_stored(files, kind, name));
    return *document;
}

Result<MachineDocuments> stored_machine(ConfigNode const& files, std::string const& name) {
    auto stored = stored_document(files, "systems", name);
    if (!stored) return failure(stored.error());
    ConfigNode const* document = stored->find("document");
    if (document == nullptr) return failure(not_stored(*stored, "systems", name));
    return MachineDocuments{*document,
                            documents_of(stored->find("accelerators")),
                            documents_of(stored->find("links")),
                            documents_of(stored->find("communication"))};
}

}  // namespace clustersim
