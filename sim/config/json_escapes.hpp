// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

/// A JSON text as YAML: JSON writes a character beyond U+FFFF as two escapes (`\ud83d\ude00`), YAML as one (`\U0001F600`).
/// A text that does not begin as JSON does is returned as it is.
std::string json_as_yaml(std::string text);

}  // namespace clustersim
