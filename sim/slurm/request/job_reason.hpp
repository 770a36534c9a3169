// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace clustersim::slurm {

/// Why a job waits, or why it ended (spec 2.4, 8.3).
enum class Reason : std::uint8_t {
#define CLUSTERSIM_REASON(name, text) name,
#include "sim/slurm/request/job_reasons.inc"
#undef CLUSTERSIM_REASON
};

/// Slurm's text, "QOSGrpCpuLimit".
std::string_view reason_name(Reason reason);

/// Limits of QOS and associations: these reasons are cleared just before the limits are looked at
/// again (spec 2.5.2).
bool is_accounting(Reason reason);

}  // namespace clustersim::slurm
