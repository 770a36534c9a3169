// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/model/fabric_pages.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Which networks does a machine have, or what is a network of one's own like?
struct FabricQuestion {
    std::string system;              ///< name or file; empty: the network of `edges`
    std::string edges;               ///< a file of cables
    std::string partition;           ///< only its network and nodes; empty: all
    std::optional<Routing> routing;  ///< absent: the machine's own
    bool only_one = false;           ///< several networks are a problem
};

struct FabricAnswer {
    std::unique_ptr<LoadedSystem const> machine;           ///< absent: a network of one's own
    std::vector<std::unique_ptr<Fabric const>> fabrics{};  ///< at least one
    std::vector<FabricView> views{};                       ///< of them, in their order
};

/// Builds the networks. If one cannot be built, there is no answer.
Answered<FabricAnswer> built_networks(FabricQuestion const& question, Library const& library);

}  // namespace clustersim
