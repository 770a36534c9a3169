// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

class OptionRow;
struct JsonValue;

/// What a question holds in place of a file. A document is an object with its own keys, or `{"yaml": TEXT, "name": NAME}`,
/// whose messages have lines of the text; a script is `{"text": TEXT, "name": NAME}`, an archive
/// `{"base64": BYTES, "name": NAME}`.
Result<GivenDocument> held_value(OptionRow const& row, JsonValue const& value);

}  // namespace clustersim
