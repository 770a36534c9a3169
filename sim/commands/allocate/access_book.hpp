// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/access_terms.hpp"
#include "models/machine/site_rules.hpp"
#include "sim/study/stage_choices.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace clustersim {

/// What a machine demands of projects.
struct MachineAccess {
    std::string given;  ///< the machine as the project names it: a name or a file
    std::map<std::pair<std::string, std::string>, AccessTerms> terms;  ///< by part and mode
    std::optional<MonthlyQuota> monthly_quota;
    std::optional<Date> closed;  ///< when its computing service ended
};

/// The same of several machines, by name.
using AccessBook = std::map<std::string, MachineAccess>;

/// The terms of all modes of the machines of some runs.
AccessBook access_book(StageRuns const& runs);

/// The terms of a mode; none are stated if the book does not have it.
AccessTerms const&
terms_of(AccessBook const& book, std::string const& system, AccessMode const& mode);

}  // namespace clustersim
