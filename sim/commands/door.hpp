// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/study/work.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A question as JSON, as docs/ask.md describes it.
struct Question {
    std::string text;
    std::string name = "question";  ///< of the text, in messages
};

/// What a question gets: an answer, problems, or the answer to a part of it and the problems of the rest.
struct Answer {
    std::string text;                  ///< in the format that the question asks for
    std::vector<std::string> remarks;  ///< on the answer, in their order
    Diagnostics problems;
    int exit_code = 0;  ///< of the command line, 0 if all is answered
};

/// Answers a question in this process, without its streams. Questions may be asked at the same time, but only one of those
/// that write files.
Answer ask(Question const& question, Work const& work, DataFolders const& data);

}  // namespace clustersim
