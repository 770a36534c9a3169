// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// Every value of an application's file, merged with its parents, with confidence, source and note, then the sources.
/// CSV and JSON have the same rows.
std::string application_facts_text(ConfigNode const& document, Format format);

}  // namespace clustersim
