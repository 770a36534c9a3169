// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/set_background.hpp"

#include "sim/scenario/scenario_config.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace clustersim {

void set_background(ResolvedRun& run, std::string_view key, ConfigNode value) {
    ConfigNode& document = run.variant.document;
    set_value(document, fmt::format("background.{}", key), std::move(value));
    std::string basis = std::move(run.scenario.background.basis);
    run.scenario.background = read_background(document);
    run.scenario.background.basis = std::move(basis);
}

}  // namespace clustersim
