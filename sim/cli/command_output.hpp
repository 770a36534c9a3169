// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What a program wrote, and how it ended.
struct CommandOutput {
    int exit_code = 0;  ///< 128 and the signal if a signal ended it
    std::string out;
    std::string errors;
};

/// Runs a program that is found on the PATH, and waits for its end. Ctrl-C does not reach it. Nothing if it cannot be
/// started; errno says why.
std::optional<CommandOutput> output_of(std::vector<std::string> const& words);

}  // namespace clustersim
