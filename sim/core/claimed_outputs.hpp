// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A file or folder that a command was asked to write.
struct OutputClaim {
    std::filesystem::path path;
    std::string option;  ///< that names it, for messages: "--report"
};

/// The problem that two outputs are the same file, or that one is inside a folder that another one replaces; nothing if
/// there is none. Devices and pipes are no files: two outputs may go to /dev/null.
std::optional<Diagnostic> same_outputs(std::vector<OutputClaim> const& claims);

/// The outputs of a running command. While this object lives, every reader of files refuses them, whatever the link
/// or name by which they are reached. So no command can replace what it reads, also not a file that is found only while
/// another one is read, nor what another command of the process reads at the same time.
class ClaimedOutputs {
  public:
    explicit ClaimedOutputs(std::vector<OutputClaim> claims);
    ~ClaimedOutputs();
    ClaimedOutputs(ClaimedOutputs const&) = delete;
    ClaimedOutputs& operator=(ClaimedOutputs const&) = delete;
};

/// The problem that this file, which is about to be read, is an output of a running command or in a folder of one.
std::optional<Diagnostic> also_written(std::filesystem::path const& path);

}  // namespace clustersim
