// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

namespace clustersim {

/// The runs of a scenario with these lines and the defaults, with the machines and applications that ship.
inline Result<std::vector<ResolvedRun>> resolve(std::string const& text) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\n" + text, "study.yaml"));
    return resolve_all(*expand_sweep(document), shipped_library());
}

inline Diagnostic first_problem(std::string const& text) {
    auto const resolved = resolve(text);
    REQUIRE_FALSE(resolved);
    return resolved.error().items().front();
}

}  // namespace clustersim
