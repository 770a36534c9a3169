// SPDX-License-Identifier: Apache-2.0
#include "models/application/other_framework.hpp"

#include "models/application/read_framework.hpp"
#include "sim/config/yaml_folder.hpp"
#include "sim/config/yaml_text.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// Both files have sources by short keys, so those of the software get a longer one.
std::string key_of_source(std::string const& key) {
    return "framework " + key;
}

void rename_sources(ConfigNode& node) {
    for (ConfigNode& item : node.items) rename_sources(item);
    for (ConfigNode::Entry& entry : node.entries)
        if (entry.key == "source")
            entry.value.scalar = key_of_source(entry.value.scalar);
        else
            rename_sources(entry.value);
}

ConfigNode* entry_of(ConfigNode& mapping, std::string_view key) {
    auto const found = std::ranges::find(mapping.entries, key, &ConfigNode::Entry::key);
    return found != mapping.entries.end() ? &found->value : nullptr;
}

}  // namespace

void keep_to_offers(TrainingDefaults& training) {
    PlanFeatures const& offers = training.framework.offers;
    if (!offers.tensor) training.tensor = 1;
    if (!offers.pipeline) training.model_devices = training.tensor;
    if (!offers.context) training.context = 1;
    if (!offers.expert) training.expert = 1;
    if (!offers.selective_recompute && training.recompute == Recompute::selective)
        training.recompute = Recompute::none;
    bool const divided = offers.tensor || offers.pipeline;
    if (!divided && offers.zero >= 3) training.sharding = Sharding::parameters;
}

Result<ConfigNode> trained_by(ConfigNode application,
                              std::string const& framework,
                              std::filesystem::path const& folder,
                              std::filesystem::path const& from) {
    auto software = YamlFolder(folder, "framework").read(framework, from);
    if (!software) return software;
    if (auto const valid = read_framework_document(*software); !valid)
        return failure(valid.error());
    std::erase_if(application.entries, [](ConfigNode::Entry const& entry) {
        return entry.key == "framework" || entry.key == "pilot";
    });
    ConfigNode constants = std::move(*entry_of(*software, "framework"));
    rename_sources(constants);
    add_entry(application, "framework", std::move(constants));
    ConfigNode const* cited = software->find("sources");
    ConfigNode* sources = entry_of(application, "sources");
    if (cited == nullptr || sources == nullptr) return application;
    for (ConfigNode::Entry const& entry : cited->entries)
        add_entry(*sources, key_of_source(entry.key), entry.value);
    return application;
}

}  // namespace clustersim
