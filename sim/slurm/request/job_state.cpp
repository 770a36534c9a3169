// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/job_state.hpp"

#include <array>
#include <cstddef>

namespace clustersim::slurm {

namespace {

struct StateTexts {
    std::string_view name, code;
};

constexpr std::array<StateTexts, 12> state_texts{{
    {"PENDING", "PD"},
    {"RUNNING", "R"},
    {"SUSPENDED", "S"},
    {"COMPLETED", "CD"},
    {"CANCELLED", "CA"},
    {"FAILED", "F"},
    {"TIMEOUT", "TO"},
    {"NODE_FAIL", "NF"},
    {"PREEMPTED", "PR"},
    {"BOOT_FAIL", "BF"},
    {"DEADLINE", "DL"},
    {"OUT_OF_MEMORY", "OOM"},
}};

}  // namespace

std::string_view state_name(JobState state) {
    return state_texts[static_cast<std::size_t>(state)].name;
}

std::string_view state_code(JobState state) {
    return state_texts[static_cast<std::size_t>(state)].code;
}

}  // namespace clustersim::slurm
