// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/job_reason.hpp"

#include <cstddef>

namespace clustersim::slurm {

namespace {

constexpr std::string_view reason_texts[] = {
#define CLUSTERSIM_REASON(name, text) text,
#include "sim/slurm/request/job_reasons.inc"
#undef CLUSTERSIM_REASON
};

}  // namespace

std::string_view reason_name(Reason reason) {
    return reason_texts[static_cast<std::size_t>(reason)];
}

bool is_accounting(Reason reason) {
    return reason >= Reason::accounting_policy;
}

}  // namespace clustersim::slurm
