// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/trust.hpp"
#include "sim/core/diagnostic.hpp"

#include <string>

namespace clustersim {

class OptionRow;
struct GivenDocument;
struct JsonValue;

/// Why somebody who may name no files may not give this value to the option; empty if he may. What reads files is
/// confined, too (sim/core/confinement.hpp); this tells the asker.
Diagnostics
foreign_refusal(OptionRow const& row, JsonValue const& value, std::string const& word, Trust trust);

/// The same of a document that a question holds: paths anywhere in it, and `extends:`.
Diagnostics foreign_refusal(OptionRow const& row, GivenDocument const& document, Trust trust);

}  // namespace clustersim
