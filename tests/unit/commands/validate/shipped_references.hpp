// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/validate/validation.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

namespace clustersim {

inline std::filesystem::path const project = PROJECT_DIR;

/// The machines and applications that ship.
inline References const& references() {
    static auto const loaded =
        References::load({project / "systems", project / "workloads/applications"});
    REQUIRE(loaded);
    return *loaded;
}

inline ValidationSet const& set_of(std::string_view name) {
    auto const sets = validation_sets();
    auto const found = std::ranges::find(sets, name, &ValidationSet::name);
    REQUIRE(found != sets.end());
    return *found;
}

inline ValidationResult scored(std::string_view name, std::string const& text) {
    auto const table = parse_measured_table(text, "t.csv");
    REQUIRE(table);
    return validate(set_of(name), *table, references());
}

}  // namespace clustersim
