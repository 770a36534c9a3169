// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace clustersim {

struct AskableCommand;

/// notebooks/clustersim/questions.py: a function for each command, with the arguments and options of its table.
std::string python_module(std::span<AskableCommand const> commands);

}  // namespace clustersim
