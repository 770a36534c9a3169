// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace clustersim::slurm {

/// A file's text and its name for messages.
struct ConfText {
    std::string name;
    std::string text;
};

/// Fetches a file that `Include` names.
using ConfFetch = std::function<Result<std::string>(std::filesystem::path const&)>;

}  // namespace clustersim::slurm
