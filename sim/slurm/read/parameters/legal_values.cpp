// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/parameters/legal_values.hpp"

#include "sim/core/ascii.hpp"

#include <algorithm>
#include <iterator>

namespace clustersim::slurm {

namespace {

// The values in the manuals of slurm.conf from 2.6 to 25.11 that are not among the emulation's own
// words.
constexpr LegalValue values[] = {
    {"SchedulerType", "sched/hold", "sched/builtin"},
    {"SchedulerType", "sched/gang", "sched/builtin"},
    {"SchedulerType", "sched/wiki", "sched/builtin"},
    {"SchedulerType", "sched/wiki2", "sched/builtin"},
    {"PriorityType", "priority/multifactor2", "priority/multifactor"},
    {"SelectType", "select/alps", "select/linear"},
    {"SelectType", "select/bgq", "select/linear"},
    {"SelectType", "select/bluegene", "select/linear"},
    {"SelectType", "select/cray", "select/linear"},
    {"SelectType", "select/cray_aries", "select/linear"},
    {"SelectType", "select/serial", "select/cons_tres"},
    {"TopologyPlugin", "topology/3d_torus", "topology/none"},
    {"TopologyPlugin", "topology/block", "topology/none"},
    {"TopologyPlugin", "topology/hypercube", "topology/none"},
    {"TopologyPlugin", "topology/node_rank", "topology/none"},
    {"TopologyPlugin", "topology/ring", "topology/none"},
    {"TopologyPlugin", "topology/torus3d", "topology/none"},
    {"PreemptType", "preempt/job_prio", "preempt/none"},
    {"PreemptMode", "CHECKPOINT", "REQUEUE"},
    {"AccountingStorageType", "accounting_storage/filetxt", "accounting_storage/none"},
    {"AccountingStorageType", "accounting_storage/pgsql", "accounting_storage/slurmdbd"},
    {"AccountingStorageType", "accounting_storage/ctld_relay", "accounting_storage/slurmdbd"},
};

}  // namespace

std::span<LegalValue const> legal_values() {
    return values;
}

bool same_plugin(std::string_view text, std::string_view name) {
    if (same_word(text, name)) return true;
    auto const slash = name.find('/');
    return slash != std::string_view::npos && same_word(text, name.substr(slash + 1));
}

LegalValue const* legal_value(std::string_view parameter, std::string_view value) {
    auto const found = std::ranges::find_if(values, [&](LegalValue const& one) {
        return same_word(one.parameter, parameter) && same_plugin(value, one.value);
    });
    return found == std::end(values) ? nullptr : found;
}

}  // namespace clustersim::slurm
