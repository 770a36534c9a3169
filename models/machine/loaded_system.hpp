// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/config/document.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/core/lazy_text.hpp"

#include <map>
#include <string>

namespace clustersim {

/// The documents that describe a machine.
struct MachineDocuments {
    ConfigNode document;  ///< after merging its `extends:`
    std::map<std::string, ConfigNode>
        accelerators;                         ///< of the accelerators that come from the catalogue
    std::map<std::string, ConfigNode> links;  ///< of the classes of links, likewise
    std::map<std::string, ConfigNode> communication;  ///< of the carriers, likewise
};

/// A machine with the documents it was read from, which hold the source of every number.
struct LoadedSystem : MachineDocuments {
    System system;
    Diagnostics warnings;
    LazyText hash;  ///< of its contents (hash_of in sim/scenario/study_inputs.hpp)
};

}  // namespace clustersim
