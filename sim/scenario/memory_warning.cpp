// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/memory_warning.hpp"

#include "models/application/framework.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/about_job.hpp"

#include <fmt/format.h>

namespace clustersim {

std::optional<Diagnostic> memory_warning(JobSpec const& job, MemoryUse const& use) {
    if (use.share() <= 1.0 - usual_memory_margin) return std::nullopt;
    Diagnostic d =
        problem_at(place_of(job, "training"),
                   Code::out_of_memory,
                   fmt::format("job \"{}\" uses {:.0f} % of the memory of a device: {} of {}",
                               job.name,
                               100.0 * use.share(),
                               human(use.total()),
                               human(use.device)));
    d.severity = Severity::warning;
    d.expected = fmt::format("at most {:.0f} %, as allocators leave the rest unused",
                             100.0 * (1.0 - usual_memory_margin));
    d.help = "a smaller micro-batch, recomputation, or states shared by more devices";
    return d;
}

}  // namespace clustersim
