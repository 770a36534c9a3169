// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace clustersim::slurm {

/// The reason why a job is pending, or why it ended (spec 2.4, 8.3).
enum class Reason : std::uint8_t {
#define CLUSTERSIM_REASON(name, text) name,
#include "sim/slurm/request/job_reasons.inc"
#undef CLUSTERSIM_REASON
};

/// Slurm's text, such as "QOSGrpCpuLimit".
std::string_view reason_name(Reason reason);

/// True for a limit of a QOS or an association. These reasons are cleared just before the limits
/// are checked again (spec 2.5.2).
bool is_accounting(Reason reason);

}  // namespace clustersim::slurm
