// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// What a scenario gets where neither it nor the command line says otherwise, as a document: a
/// scenario is laid over it, so that `run --dry-run` can tell a default from a choice.
constexpr std::string_view scenario_defaults = R"yaml(scheduler: slurm
site-limits: enforced
network: closed
background:
  mix: none
  load: 0.9
  warm-up: 3 d
  window: 1 d
replicates: 20
seed: 1
)yaml";

}  // namespace clustersim
