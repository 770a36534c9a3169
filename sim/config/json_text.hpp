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

/// A JSON text as YAML: JSON writes a character beyond U+FFFF as two escapes (`\ud83d\ude00`), YAML as one (`\U0001F600`).
/// A text that does not begin as JSON does is returned as it is.
std::string json_as_yaml(std::string text);

}  // namespace clustersim
