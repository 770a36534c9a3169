// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// Where a text is no JSON, and why; nothing if it is JSON. The readers of files take all of YAML, which has more: comments,
/// texts without quotes, numbers such as 010.
std::optional<Diagnostic> json_syntax_problem(std::string const& text, std::string const& name);

}  // namespace clustersim
