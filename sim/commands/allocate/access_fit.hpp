// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/access_book.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/study/access_share.hpp"
#include "sim/study/project.hpp"
#include "sim/study/stage_choices.hpp"

#include <optional>
#include <span>
#include <string>

namespace clustersim {

/// Whether a mode is offered to a project unasked: it is for what the project says, and for who applies.
bool suits(Project const& project, AccessMode const& mode, AccessTerms const& terms);

/// Why a project may not have a mode that it asks for: "is for sme, company; the project's applicant is academic"; empty if it may. What
/// the project does not state is not held against it.
std::string misfit(Project const& project, AccessMode const& mode, AccessTerms const& terms);

/// The smallest of these modes that carries the job, the one of which the job takes the largest share; if none does, the smallest that is
/// large enough. None: no mode is large enough, or there are none.
std::optional<AccessShare> smallest_of(std::span<AccessShare const> suiting);

/// Errors: an access mode that no machine of the project offers, that the project may not have on any of them, or that is shorter than
/// the project's `months` on all of them. Each says what would work.
Diagnostics check_asked_mode(Project const& project, StageRuns const& runs, AccessBook const& book);

}  // namespace clustersim
