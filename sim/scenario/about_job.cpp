// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/about_job.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {

Diagnostics about_job(Diagnostics const& problems, JobSpec const& job, ConfigNode const& place) {
    Diagnostics placed;
    for (Diagnostic d : problems.items()) {
        if (d.where.file.empty()) {
            Diagnostic at =
                problem_at(place, d.code, fmt::format("job \"{}\": {}", job.name, d.message));
            at.severity = d.severity;
            at.expected = std::move(d.expected);
            at.help = std::move(d.help);
            d = std::move(at);
        }
        placed.add(std::move(d));
    }
    return placed;
}

}  // namespace clustersim
