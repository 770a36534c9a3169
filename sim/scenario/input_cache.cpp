// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/input_cache.hpp"

#include "models/application/catalogue.hpp"

namespace clustersim {

Result<std::shared_ptr<LoadedSystem const>> InputCache::system(std::string const& name) {
    if (auto const found = systems_.find(name); found != systems_.end()) return found->second;
    auto loaded = machines_.load(name, library_.scenario_folder);
    if (!loaded) return failure(loaded.error());
    return systems_[name] = std::make_shared<LoadedSystem const>(std::move(*loaded));
}

Result<KnownApplication> InputCache::application(std::string const& name) {
    if (auto const found = applications_.find(name); found != applications_.end())
        return found->second;
    auto document = application_document(name, library_.applications, library_.scenario_folder);
    if (!document) return failure(document.error());
    auto read = read_application(*document);
    if (!read) return failure(read.error());
    KnownApplication known{std::move(*read),
                           std::make_shared<ConfigNode const>(std::move(*document))};
    return applications_.emplace(name, std::move(known)).first->second;
}

Result<std::shared_ptr<Mix const>> InputCache::mix(std::string const& name) {
    if (auto const found = mixes_.find(name); found != mixes_.end()) return found->second;
    auto loaded = load_mix(name, library_.mixes, library_.scenario_folder);
    if (!loaded) return failure(loaded.error());
    return mixes_[name] = std::make_shared<Mix const>(std::move(*loaded));
}

}  // namespace clustersim
