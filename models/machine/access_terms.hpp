// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/access_rule.hpp"
#include "models/machine/system.hpp"
#include "sim/config/reader.hpp"
#include "sim/core/date.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// When one may apply, as it was known at some time.
struct CutOffs {
    std::vector<Date> days;
    std::vector<int> month_days;  ///< of each month: 1 is the first
    bool always = false;          ///< open at all times
    std::optional<double>
        days_to_start;  ///< from the cut-off, or the application, to the first job
    std::string as_of;  ///< "2026-08" or "2026-08-21"
};

/// More time for a running project.
struct Extension {
    int months = 0;
    double share = 0.0;  ///< of the grant, in addition
};

/// Who gets time in an access mode, when to apply, and what the site or the call demands of a project. Only those
/// who plan a project ask for it.
struct AccessTerms {
    std::vector<AccessPurpose> purposes;  ///< empty: as the mode's `purpose` says
    std::vector<Applicant> applicants;    ///< empty: as the mode's `audience` says
    std::vector<std::string> countries;   ///< of the applicant: "DK"; empty: not limited here
    std::optional<Extension> extension;
    std::optional<CutOffs> cut_offs;
    std::string
        not_offered;  ///< the day or month at which the mode was seen not to be on offer; empty: it is
    std::vector<AccessRule> rules;  ///< those of the part of the machine first
};

/// Reads the terms among the keys of an access mode.
AccessTerms read_access_terms(Reader& mode);

/// Reads `rules:` of an access mode or of a part of the machine: by name, each of one kind with its numbers.
std::vector<AccessRule> read_access_rules(Reader& reader);

/// The terms of a mode of a machine whose document has been read without errors.
AccessTerms access_terms(ConfigNode const& machine, AccessMode const& mode);

}  // namespace clustersim
