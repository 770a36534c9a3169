// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/report/format.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// The answer of a result folder, as `run` printed it or would have in that format. Nothing is simulated. Errors: no
/// result; one of another version or without an answer; a file of it that is missing or was changed.
Result<std::string> stored_answer(std::filesystem::path const& folder, Format format);

}  // namespace clustersim
