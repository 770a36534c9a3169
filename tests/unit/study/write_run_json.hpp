// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/json_text.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/scenario/sealed_json.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <filesystem>
#include <fstream>

namespace clustersim {

/// What the result folder of that scenario would hold.
inline void write_run_json(std::filesystem::path const& folder, ConfigNode const& document) {
    auto const runs = resolve_all({Variant{{}, document}}, shipped_library());
    REQUIRE(runs);
    StudyInputs const inputs = inputs_of(*runs);
    ConfigNode root;
    root.kind = ConfigNode::Kind::mapping;
    ConfigNode& resolved = add_entry(root, "resolved", ConfigNode{});
    resolved.kind = ConfigNode::Kind::sequence;
    resolved.items = inputs.scenarios;
    add_entry(root, "schema", scalar_node("clustersim/run/2"));
    add_entry(root, "inputs", inputs.files);
    std::ofstream(folder / "run.json") << sealed_json(to_json(root));
}

}  // namespace clustersim
