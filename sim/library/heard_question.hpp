// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/door.hpp"

#include <functional>

namespace clustersim {

/// Hears an event as JSON (sim/library/clustersim.h). A result other than 0 interrupts the question.
using Hear = std::function<int(char const* event)>;

/// What an asker wants besides the answer.
struct Hearing {
    Hear hear;
    bool so_far = false;  ///< the answer of the first replicates, too
};

/// Answers a question and lets the calling thread hear of it, also about every 50 ms without news, so that it can interrupt.
/// Another thread works at the question; without threads the calling one does, and hears when the work looks for interruptions.
Answer heard_answer(Door& door, Question const& question, unsigned workers, Hearing const& hearing);

}  // namespace clustersim
