// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <optional>
#include <string_view>

namespace clustersim {

/// The problem that a document is a file of another kind than `schema` ("clustersim/project/1"), by its own schema: what
/// it is, and which command takes it. Nothing for a file of this kind or of an unknown one; then its other problems matter.
std::optional<Diagnostic> other_kind(ConfigNode const& document, std::string_view schema);

}  // namespace clustersim
