// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/pilot_place.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string pilot_elsewhere(Application const& application, std::string const& system) {
    std::string const& own = application.pilot_system;
    if (own.empty() || own == system) return "";
    return fmt::format("the pilot runs of {} ran on {}, and their factors may not hold on {}",
                       application.name,
                       own,
                       system);
}

Diagnostics
pilot_warnings(JobSpec const& job, Application const& application, std::string const& system) {
    Diagnostics warnings;
    std::string message = pilot_elsewhere(application, system);
    if (message.empty()) return warnings;
    Diagnostic d = problem_at(place_of(job, "application"),
                              Code::inconsistent,
                              fmt::format("job \"{}\": {}", job.name, message));
    d.severity = Severity::warning;
    d.help = "measure a pilot there, or use the application without one";
    warnings.add(std::move(d));
    return warnings;
}

}  // namespace clustersim
