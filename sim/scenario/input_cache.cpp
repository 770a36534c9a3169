// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/input_cache.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/current_release.hpp"
#include "models/application/other_framework.hpp"
#include "sim/config/json_text.hpp"
#include "sim/config/yaml_folder.hpp"
#include "sim/scenario/stored_inputs.hpp"
#include "sim/slurm/read/machine/slurm_policy.hpp"

namespace clustersim {

Result<std::shared_ptr<LoadedSystem const>> InputCache::system(std::string const& name) {
    if (auto const found = read_.systems.find(name); found != read_.systems.end())
        return found->second;
    auto loaded = library_.stored == nullptr
                      ? machines_.load(name, library_.scenario_folder)
                      : stored_machine(*library_.stored, name).and_then([&](auto documents) {
                            return machines_.read(std::move(documents));
                        });
    if (!loaded) return failure(loaded.error());
    return read_.systems[name] = std::make_shared<LoadedSystem const>(std::move(*loaded));
}

Result<std::shared_ptr<LoadedSystem const>> InputCache::system_under(std::string const& name,
                                                                     ConfigNode const& policy) {
    auto machine = system(name);
    if (!machine || policy.kind == ConfigNode::Kind::null) return machine;
    std::string const key = name + "\n" + to_json(policy);
    if (auto const found = changed_.find(key); found != changed_.end()) return found->second;
    Diagnostics warnings;
    auto documents = machine_under_policy(**machine, policy, warnings);
    if (!documents) return failure(std::move(documents.error()));
    auto changed = machines_.read(std::move(*documents));
    if (!changed) return failure(std::move(changed.error()));
    changed->warnings.append(std::move(warnings));
    return changed_[key] = std::make_shared<LoadedSystem const>(std::move(*changed));
}

Result<KnownApplication> InputCache::changed_application(ConfigNode const& given,
                                                         std::string const& by,
                                                         Change const& change) {
    bool const in_place = given.kind == ConfigNode::Kind::mapping;
    std::string const name = in_place ? to_json(given) : given.scalar;
    std::string const key = name + by;
    if (auto const found = read_.applications.find(key); found != read_.applications.end())
        return found->second;
    auto document =
        library_.stored == nullptr
            ? (in_place
                   ? written_application(given, library_.applications, library_.scenario_folder)
                   : application_document(name, library_.applications, library_.scenario_folder))
                  .and_then(change)
            : stored_document(*library_.stored, "applications", key);
    if (!document) return failure(document.error());
    auto read = read_any_application(*document);
    if (!read) return failure(read.error());
    KnownApplication known{std::move(*read),
                           std::make_shared<ConfigNode const>(std::move(*document))};
    return read_.applications.emplace(key, std::move(known)).first->second;
}

Result<KnownApplication> InputCache::application(ConfigNode const& given,
                                                 std::string const& framework) {
    if (framework.empty())
        return changed_application(
            given, {}, [](ConfigNode own) -> Result<ConfigNode> { return own; });
    auto known = changed_application(given, " with " + framework, [&](ConfigNode own) {
        return trained_by(std::move(own),
                          framework,
                          library_.applications.parent_path() / "frameworks",
                          library_.scenario_folder);
    });
    if (!known) return known;
    if (auto* trained = std::get_if<Application>(&known->application))
        keep_to_offers(trained->training);
    return known;
}

Result<KnownApplication> InputCache::application_under(ConfigNode const& given,
                                                       std::string const& release) {
    return changed_application(
        given,
        " under " + release,
        [&](ConfigNode own) {
            return under_release(
                std::move(own), release, library_.applications.parent_path() / "frameworks");
        });
}

Result<std::shared_ptr<Mix const>> InputCache::mix(std::string const& name) {
    if (auto const found = read_.mixes.find(name); found != read_.mixes.end()) return found->second;
    auto loaded = library_.stored == nullptr
                      ? load_mix(name, library_.mixes, library_.scenario_folder)
                      : stored_document(*library_.stored, "mixes", name).and_then(read_mix);
    if (!loaded) return failure(loaded.error());
    return read_.mixes[name] = std::make_shared<Mix const>(std::move(*loaded));
}

Result<std::shared_ptr<GridHours const>> InputCache::grid_hours(std::string const& country) {
    if (auto const found = read_.grids.find(country); found != read_.grids.end())
        return found->second;
    auto loaded =
        library_.stored == nullptr
            ? machines_.grid_hours(country)
            : stored_document(*library_.stored, "grids", country).and_then(read_grid_document);
    if (!loaded) return failure(loaded.error());
    return read_.grids[country] = std::make_shared<GridHours const>(std::move(*loaded));
}

Result<std::vector<RecordedWait>> InputCache::evidence(std::string const& path) {
    bool const is_path =
        path.find('/') != std::string::npos || path.ends_with(".yaml") || path.ends_with(".yml");
    return YamlFolder({}, "file of recorded waits")
        .read(is_path ? path : "./" + path, library_.scenario_folder)
        .and_then(read_recorded_waits);
}

Result<std::shared_ptr<RecordedBacklogs const>> InputCache::recorded_backlogs() {
    if (backlogs_ != nullptr) return backlogs_;
    auto loaded = load_recorded_backlogs(library_.mixes.parent_path());
    if (!loaded) return failure(loaded.error());
    return backlogs_ = std::make_shared<RecordedBacklogs const>(std::move(*loaded));
}

}  // namespace clustersim
