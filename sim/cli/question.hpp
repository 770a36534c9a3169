// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A question in JSON as words of the command line, which alone knows what they mean.
struct Question {
    std::vector<std::string> words;
    std::optional<std::string> document;  ///< what the command reads as its standard input
    ConfigNode place;                     ///< where the document, or else the question, stands
};

/// Problems of answering it; those of its document at their place in the file of the question.
Diagnostics placed_in(Question const& question, Diagnostics const& diagnostics);

}  // namespace clustersim
