// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// A plain value of a document that is to be written.
ConfigNode scalar_node(std::string text, bool quoted = false);
/// The same for a text that a reader could take for a number, a truth or a structure: quoted then.
ConfigNode text_node(std::string_view text);
/// Adds an entry to a mapping and returns its value.
ConfigNode& add_entry(ConfigNode& mapping, std::string_view key, ConfigNode value);
ConfigNode& add_item(ConfigNode& sequence, ConfigNode value);

/// Writes a document as YAML: what fits is put on one line, the two outermost levels never are.
/// parse_yaml() turns the text back into the same tree.
std::string to_yaml(ConfigNode const& root);

}  // namespace clustersim
