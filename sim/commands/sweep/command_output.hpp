// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What a program wrote, and how it ended.
struct CommandOutput {
    int exit_code = 0;  ///< 128 and the signal if a signal ended it
    std::string out;
    std::string errors;
    bool killed = false;  ///< because of `interrupted`
};

/// When to give up waiting for a program.
struct Patience {
    std::function<bool()> interrupted;  ///< called ten times a second; may be empty
    /// How long the program may go on after that, before it is killed.
    std::chrono::milliseconds grace{0};
};

/// Runs a program that is found on the PATH, and waits for its end. Ctrl-C does not reach it. Nothing if it cannot be
/// started; errno says why.
std::optional<CommandOutput> output_of(std::vector<std::string> const& words,
                                       Patience const& patience = {});

}  // namespace clustersim
