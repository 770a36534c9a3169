// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace clustersim::slurm {

/// Base states of a job (spec 2.1).
enum class JobState : std::uint8_t {
    pending,
    running,
    suspended,
    completed,
    cancelled,
    failed,
    timeout,
    node_fail,
    preempted,
    boot_fail,
    deadline,
    out_of_memory,
};

/// As squeue and sacct print it, such as "PENDING".
std::string_view state_name(JobState state);
/// As squeue prints it, such as "PD".
std::string_view state_code(JobState state);

constexpr bool is_final(JobState state) {
    return state >= JobState::completed;
}

}  // namespace clustersim::slurm
