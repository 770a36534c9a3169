// SPDX-License-Identifier: Apache-2.0
#include "sim/study/comparable_nodes.hpp"

#include "sim/scenario/named_inputs.hpp"
#include "sim/scenario/partition_choice.hpp"
#include "sim/scenario/scenario_config.hpp"

#include <fmt/format.h>

namespace clustersim {

Result<NodeWish> comparable_nodes(ConfigNode const& document, Library const& library) {
    auto const scenario = read_scenario(document);
    if (!scenario) return failure(scenario.error());
    InputCache inputs(library);
    auto const own = inputs.system(scenario->system);
    if (!own) return failure(own.error());
    System const& system = (*own)->system;
    NodeWish wish = own_wish(system, *scenario, inputs);
    if (scenario->partition) {
        Partition const* named = system.find_partition(*scenario->partition);
        if (named == nullptr) return failure(unknown_partition(system, *scenario->partition));
        wish = {system.node_type_of(*named), named->name};
    }
    wish.of = fmt::format("partition {} of {}", wish.of, system.name);
    return wish;
}

}  // namespace clustersim
