// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/topology_config.hpp"

namespace clustersim::slurm {

namespace {

enum class Mark { unseen, open, done };

/// Visits the switches below a switch, each once.
std::optional<SwitchFault>
visit(std::vector<Switch> const& switches, std::size_t at, int level, std::vector<Mark>& marks) {
    if (marks[at] == Mark::done) return std::nullopt;
    if (marks[at] == Mark::open) return SwitchFault{at, true};
    if (level > most_switch_levels) return SwitchFault{at, false};
    marks[at] = Mark::open;
    for (auto const child : switches[at].switches) {
        auto const fault = visit(switches, static_cast<std::size_t>(child), level + 1, marks);
        if (fault) return fault;
    }
    marks[at] = Mark::done;
    return std::nullopt;
}

}  // namespace

std::optional<SwitchFault> fault_of(std::vector<Switch> const& switches) {
    std::vector<Mark> marks(switches.size(), Mark::unseen);
    for (std::size_t i = 0; i < switches.size(); ++i)
        if (auto const fault = visit(switches, i, 1, marks)) return fault;
    return std::nullopt;
}

}  // namespace clustersim::slurm
