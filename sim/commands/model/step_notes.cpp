// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/step_notes.hpp"

#include "models/application/faster_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace clustersim {
namespace {

/// Whether another row of the table has the same nodes and is as fast as the plan that would be named.
bool shows_as_fast(std::span<StepPoint const> points, StepPoint const& one) {
    constexpr double about = 0.98;  // of the named speed, which is rounded
    return std::ranges::any_of(points, [&](StepPoint const& other) {
        return other.point.nodes == one.point.nodes &&
               other.point.step.samples_per_second >=
                   about * one.faster->speed * one.point.step.samples_per_second;
    });
}

}  // namespace

std::string step_notes(StepAnswer const& answer) {
    std::string out;
    if (!answer.software.empty()) out += fmt::format("Software assumed: {}.\n", answer.software);
    for (StepPoint const& p : answer.points) {
        for (std::string const& note : p.notes)
            if (out.find(note) == std::string::npos) out += fmt::format("Note: {}.\n", note);
        if (!p.faster || shows_as_fast(answer.points, p)) continue;
        std::string const line = fmt::format("Faster plan: {} {}: {}.\n",
                                             p.point.nodes,
                                             p.point.nodes == 1 ? "node" : "nodes",
                                             in_words(*p.faster));
        if (out.find(line) == std::string::npos) out += line;
    }
    return out.empty() ? out : "\n" + out;
}

}  // namespace clustersim
