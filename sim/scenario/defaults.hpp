// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// The defaults of a scenario, as a document. The scenario and the options of the command line replace its values, so
/// that `run --dry-run` can tell a default from a choice.
constexpr std::string_view scenario_defaults = R"yaml(scheduler: slurm
site-limits: enforced
network: closed
background:
  mix: none
  load: 0.9
  warm-up: auto
  window: 1 d
  begin: steady
user:
  usage: typical
replicates: 20
seed: 1
)yaml";

}  // namespace clustersim
