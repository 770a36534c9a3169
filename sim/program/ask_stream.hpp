// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

class CommandContext;

/// Questions of a program that keeps this one running.
struct AskedStream {
    bool asked = false;
    bool confined = false;  ///< the questions are foreign, and so is this process from now on
};

/// Answers questions from standard input until its end, one JSON object a line: docs/ask.md has what may be written and what
/// is answered.
void answer_stream(AskedStream const& stream, CommandContext& context);

}  // namespace clustersim
