// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

namespace clustersim {

/// Whether the background load of a scenario rests on evidence that its user gave for the machine (`background:
/// {evidence: …}`): a snapshot of the queue, accounting records or measured waits. Only then may waits decide between
/// machines; an assumed load orders them by their size.
inline bool has_wait_evidence(ConfigNode const& scenario) {
    ConfigNode const* background = scenario.find("background");
    ConfigNode const* evidence = background != nullptr ? background->find("evidence") : nullptr;
    return evidence != nullptr && evidence->kind != ConfigNode::Kind::null;
}

}  // namespace clustersim
