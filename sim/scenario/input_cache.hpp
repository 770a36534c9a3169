// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <map>
#include <memory>
#include <string>

namespace clustersim {

/// An application and the tree of its file, which knows where each value comes from.
struct KnownApplication {
    Application application;
    std::shared_ptr<ConfigNode const> document;
};

/// Machines, applications and mixes by name or path, each read once. Errors are those of reading them.
class InputCache {
  public:
    explicit InputCache(Library const& library)
        : library_(library), machines_(machine_catalogue(library.systems)) {}

    Result<std::shared_ptr<LoadedSystem const>> system(std::string const& name);
    Result<KnownApplication> application(std::string const& name);
    Result<std::shared_ptr<Mix const>> mix(std::string const& name);

  private:
    Library const& library_;
    Catalogue machines_;
    std::map<std::string, std::shared_ptr<LoadedSystem const>> systems_;
    std::map<std::string, KnownApplication> applications_;
    std::map<std::string, std::shared_ptr<Mix const>> mixes_;
};

}  // namespace clustersim
