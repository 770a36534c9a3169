// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// A mapping as to_json() writes it, with one more key at its end: a hash of all that is before it.
std::string sealed_json(std::string json);

/// Error CS0001 if the text is not exactly as sealed_json() wrote it: it was changed or cut, or has no hash.
Result<void> check_seal(std::string_view sealed, std::string const& file);

}  // namespace clustersim
