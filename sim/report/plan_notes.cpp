// SPDX-License-Identifier: Apache-2.0
#include "sim/report/plan_notes.hpp"

#include "models/application/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace clustersim {

std::string plan_notes(std::span<AnswerRow const> rows) {
    auto const is_searched = [](AnswerRow const& row) {
        return row.outcome->training && row.outcome->training->searched;
    };
    if (std::ranges::none_of(rows, is_searched)) return "";
    std::string out = "Fastest plans that fit in memory (keys: docs/applications.md):\n";
    for (AnswerRow const& row : rows) {
        if (!is_searched(row)) continue;
        int const nodes = row.outcome->nodes;
        out += fmt::format("  {} on {} {} of {}: {}\n",
                           row.outcome->job,
                           nodes,
                           nodes == 1 ? "node" : "nodes",
                           row.run->place.system,
                           written_plan(row.outcome->training->plan));
    }
    return out;
}

}  // namespace clustersim
