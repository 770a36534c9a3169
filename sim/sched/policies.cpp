// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/builtin_policies.hpp"

#include <array>

namespace clustersim {
namespace {

constexpr std::array entries{
    PolicyEntry{"fcfs", "first come, first served: no job passes the head of the queue", make_fcfs},
    PolicyEntry{
        "easy", "EASY backfilling: only the head of the queue holds a reservation", make_easy},
    PolicyEntry{"conservative",
                "conservative backfilling: every waiting job holds a reservation",
                make_conservative},
};

}  // namespace

std::span<PolicyEntry const> policies() {
    return entries;
}

PolicyEntry const* find_policy(std::string_view name) {
    for (PolicyEntry const& entry : entries)
        if (entry.name == name) return &entry;
    return nullptr;
}

std::vector<std::string> policy_names() {
    std::vector<std::string> names;
    for (PolicyEntry const& entry : entries) names.emplace_back(entry.name);
    return names;
}

}  // namespace clustersim
