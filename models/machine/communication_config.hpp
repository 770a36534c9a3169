// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/communication.hpp"
#include "sim/config/document.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

/// Reads a file of systems/communication/ (schema clustersim/communication/1) and checks its sources.
Result<CommunicationSoftware> read_communication_document(ConfigNode const& document);

}  // namespace clustersim
