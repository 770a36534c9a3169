// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/calibrate_accelerator.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// The text of an accelerator at `path` that extends the measured one by the fitted figures, with the table as their source.
std::string accelerator_document(KernelAnswer const& answer, std::filesystem::path const& path);

}  // namespace clustersim
