// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/door.hpp"

#include <cstddef>
#include <string>

namespace clustersim {

/// The answer as JSON on one line: `exit_code`, `format`, `text`, `remarks`, `problems` as in clustersim/diagnostics/1.
/// Bytes that are not UTF-8 are replaced.
std::string answer_json(Answer const& answer);

/// What comes before it, likewise: {"event": "progress", "what": …, "done": …, "all": …}.
std::string progress_json(Progress const& progress);
std::string estimate_json(double seconds);
std::string so_far_json(Answer const& answer, std::size_t replicates);
/// The answer as the last event.
std::string last_json(Answer const& answer);

}  // namespace clustersim
