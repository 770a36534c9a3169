// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application_catalogue.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/config/document.hpp"
#include "sim/workload/mix.hpp"

#include <map>
#include <memory>
#include <string>

namespace clustersim {

/// An application and the tree of its file, which has the place of each value.
struct KnownApplication {
    AnyApplication application;
    std::shared_ptr<ConfigNode const> document;
};

/// The machines, applications and mixes of a study, by their names or paths in the scenario.
struct ReadInputs {
    std::map<std::string, std::shared_ptr<LoadedSystem const>> systems;
    std::map<std::string, KnownApplication> applications;
    std::map<std::string, std::shared_ptr<Mix const>> mixes;
    std::map<std::string, std::shared_ptr<GridHours const>>
        grids;  ///< by country; only if asked for
};

}  // namespace clustersim
