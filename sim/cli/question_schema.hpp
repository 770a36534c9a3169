// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace clustersim {

struct AskableCommand;

/// The JSON schema (draft 2020-12) of the questions that these commands answer, from the same table of options as their
/// help: that of one command, or one that takes each of them.
std::string question_schema(std::span<AskableCommand const> commands);

}  // namespace clustersim
