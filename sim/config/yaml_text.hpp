// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// A plain value for a document to be written.
ConfigNode scalar_node(std::string text, bool quoted = false);
/// The same for a text that a reader could take for a number, a boolean or a structure: it is then
/// quoted.
ConfigNode text_node(std::string_view text);
/// Adds an entry to a mapping and returns its value.
ConfigNode& add_entry(ConfigNode& mapping, std::string_view key, ConfigNode value);
ConfigNode& add_item(ConfigNode& sequence, ConfigNode value);

/// Writes a document as YAML: a node that fits is put on one line, except in the two outermost
/// levels. parse_yaml() turns the text back into the same tree.
std::string to_yaml(ConfigNode const& root);

}  // namespace clustersim
