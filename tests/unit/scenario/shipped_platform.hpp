// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application_catalogue.hpp"
#include "models/application/platform.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace clustersim {

/// An application that ships.
inline Application application(std::string const& name) {
    auto loaded = load_application(name, std::string(PROJECT_DIR) + "/workloads/applications");
    REQUIRE(loaded);
    return *loaded;
}

/// Leonardo's Booster.
inline Platform leonardo() {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load("leonardo");
    return *platform_of(loaded->system, loaded->system.default_partition());
}

}  // namespace clustersim
