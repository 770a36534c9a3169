// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace clustersim {

/// The secret in a file that nobody but its owner can read.
Result<std::string> read_token_file(std::filesystem::path const& file);

/// Why a text is no token, or nothing.
std::optional<Diagnostic> wrong_token(std::string const& token);

}  // namespace clustersim
