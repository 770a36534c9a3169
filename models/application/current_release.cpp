// SPDX-License-Identifier: Apache-2.0
#include "models/application/current_release.hpp"

#include "models/application/other_framework.hpp"
#include "sim/core/enum_names.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

std::string text_in(ConfigNode const& mapping, std::string_view key) {
    ConfigNode const* node = mapping.find(key);
    if (node != nullptr && node->kind == ConfigNode::Kind::mapping) node = node->find("value");
    return node != nullptr ? node->scalar : std::string();
}

bool runs_on(Accelerator const& device, ConfigNode const& release) {
    if (!device.model.starts_with(text_in(release, "vendor"))) return false;
    std::string const needed = text_in(release, "precision");
    return needed.empty() || std::ranges::any_of(enum_names<Precision>, [&](auto const& known) {
               return known.first == needed && device.peak_of(known.second, Unit::matrix);
           });
}

bool has_states(ConfigNode const& application) {
    ConfigNode const* const model = application.find("transformer");
    return model != nullptr && model->find("state_space") != nullptr;
}

ConfigNode const* framework_of(ConfigNode const& application) {
    return application.find("framework");
}

}  // namespace

std::string current_release(ConfigNode const& application, Accelerator const& device) {
    ConfigNode const* const framework = framework_of(application);
    ConfigNode const* const releases = framework != nullptr ? framework->find("releases") : nullptr;
    if (releases == nullptr || application.find("pilot") != nullptr) return {};
    for (ConfigNode const& release : releases->items) {
        bool const trains = text_in(release, "state_space") != "false" || !has_states(application);
        if (trains && runs_on(device, release)) return text_in(release, "framework");
    }
    return {};
}

Result<ConfigNode> under_release(ConfigNode application,
                                 std::string const& release,
                                 std::filesystem::path const& folder) {
    ConfigNode const framework = *framework_of(application);
    auto const file_of = [](ConfigNode const& node) {
        return node.source != nullptr ? node.source->name : std::string();
    };
    std::string const old = file_of(*framework.find("releases"));
    auto renewed = trained_by(std::move(application), release, folder);
    if (!renewed) return renewed;
    auto const constants =
        std::ranges::find(renewed->entries, "framework", &ConfigNode::Entry::key);
    for (ConfigNode::Entry const& entry : framework.entries)
        if (file_of(entry.value) != old) set_value(constants->value, entry.key, entry.value);
    return renewed;
}

}  // namespace clustersim
