// SPDX-License-Identifier: Apache-2.0
#include "models/machine/catalogue.hpp"

#include "models/machine/accelerator_config.hpp"
#include "models/machine/system_config.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> yaml_names(fs::path const& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (entry->path().extension() == ".yaml") names.push_back(entry->path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

bool looks_like_path(std::string const& text) {
    return text == "-" || text.find('/') != std::string::npos || text.ends_with(".yaml") ||
           text.ends_with(".yml");
}

}  // namespace

std::vector<std::string> Catalogue::names() const {
    return yaml_names(folder_);
}

std::vector<std::string> Catalogue::accelerator_names() const {
    return yaml_names(folder_ / "accelerators");
}

Result<fs::path> Catalogue::find(std::string const& name_or_path, fs::path const& from) const {
    if (looks_like_path(name_or_path)) return from / name_or_path;
    std::vector<std::string> const known = names();
    if (std::ranges::find(known, name_or_path) != known.end())
        return folder_ / (name_or_path + ".yaml");
    if (known.empty()) {
        return failure(problem(Code::cannot_read,
                               fmt::format("no machines in {}", folder_.string()),
                               "the folder should hold one YAML file a machine"));
    }
    return failure(problem(Code::unknown_name,
                           fmt::format("there is no machine \"{}\"", name_or_path),
                           did_you_mean(name_or_path, known)));
}

Result<LoadedSystem> Catalogue::load(std::string const& name_or_path, fs::path const& from) const {
    auto const path = find(name_or_path, from);
    if (!path) return failure(path.error());
    auto document =
        read_yaml_extended(*path, [this](std::string const& name, fs::path const& folder) {
            return find(name, folder);
        });
    if (!document) return failure(std::move(document.error()));
    return read(std::move(*document));
}

Result<LoadedSystem> Catalogue::read(ConfigNode document) const {
    LoadedSystem loaded;
    auto const find_accelerator = [&](std::string const& name) -> Result<Accelerator> {
        std::vector<std::string> const known = accelerator_names();
        if (std::ranges::find(known, name) == known.end()) {
            return failure(problem(Code::unknown_name,
                                   fmt::format("there is no accelerator \"{}\"", name),
                                   did_you_mean(name, known)));
        }
        auto text = read_yaml(folder_ / "accelerators" / (name + ".yaml"));
        if (!text) return failure(std::move(text.error()));
        auto accelerator = read_accelerator_document(*text);
        if (accelerator) loaded.accelerators.emplace(name, std::move(*text));
        return accelerator;
    };
    auto system = read_system(document, find_accelerator, loaded.warnings);
    if (!system) return failure(std::move(system.error()));
    loaded.system = std::move(*system);
    loaded.document = std::move(document);
    return loaded;
}

std::vector<Fact> facts_of(LoadedSystem const& loaded) {
    std::vector<Fact> facts = facts_of(loaded.document);
    for (auto const& [name, document] : loaded.accelerators) {
        for (Fact& fact : facts_of(document)) {
            fact.path = fmt::format("accelerators.{}.{}", name, fact.path);
            facts.push_back(std::move(fact));
        }
    }
    return facts;
}

}  // namespace clustersim
