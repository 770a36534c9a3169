// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <string>

namespace clustersim {

/// Writes a document as JSON: two-space indent, entries in their order, a line end at the end. Numbers and
/// truths keep their spelling, any other text becomes a string. restored_json() gives the same values back.
std::string to_json(ConfigNode const& root);

/// The tree of a JSON text that to_json() wrote and parse_yaml() read, JSON being YAML: numbers that JSON
/// cannot spell (`.5`, `007`) were written as strings and are numbers again.
ConfigNode restored_json(ConfigNode root);

}  // namespace clustersim
