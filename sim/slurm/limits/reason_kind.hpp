// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_reason.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clustersim::slurm {

/// The kinds of TRES with their own text in a family of reasons, in the order of
/// request/job_reasons.inc (spec 8.3).
enum class ReasonKind : std::uint8_t {
    cpu,
    mem,
    node,
    gres,
    license,
    billing,
    energy,
    bb,
    unknown,
};

/// The kind of a TRES by its name: "gres/gpu:a100" is of kind gres.
inline ReasonKind kind_of_tres(std::string_view name) {
    if (name == "cpu") return ReasonKind::cpu;
    if (name == "mem") return ReasonKind::mem;
    if (name == "node") return ReasonKind::node;
    if (name == "billing") return ReasonKind::billing;
    if (name == "energy") return ReasonKind::energy;
    if (name.starts_with("gres/")) return ReasonKind::gres;
    if (name.starts_with("license/")) return ReasonKind::license;
    if (name.starts_with("bb/")) return ReasonKind::bb;
    return ReasonKind::unknown;
}

/// The reason of a family, given by its first one (that of cpu), for this kind of TRES.
inline Reason reason_of(Reason family, ReasonKind kind) {
    return static_cast<Reason>(static_cast<std::size_t>(family) + static_cast<std::size_t>(kind));
}

}  // namespace clustersim::slurm
