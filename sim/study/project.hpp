// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/access_rule.hpp"
#include "sim/config/document.hpp"
#include "sim/core/date.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A part of a project: one job, run a number of times. Stages follow each other.
struct Stage {
    std::string name;
    ConfigNode job;          ///< as in a scenario
    std::vector<int> nodes;  ///< numbers to choose from; empty: the job's own
    std::int64_t repeat = 1;
    std::int64_t at_once =
        1;  ///< runs that are submitted together; the next ones follow when all of them have ended
    bool pilot = false;              ///< a short run that checks the predictions before the others
    std::optional<Bytes> results;    ///< size that each run leaves for the rest of the project
    std::optional<WorkKind> work;    ///< what its devices do, as far as a rule of access asks
    std::optional<Date> not_before;  ///< the first day on which it may begin
};

/// The work for which somebody applies for time on a machine.
struct Project {
    std::string title;
    std::vector<std::string>
        systems;  ///< at least one; the others get nodes like those of the first
    ConfigNode systems_place;
    std::optional<Date> start;  ///< of the access; absent: today
    std::optional<Date> deadline;
    ConfigNode deadline_place;
    std::optional<NodeHours> budget;
    std::optional<GpuHours> gpu_budget;
    std::string access;  ///< the mode that the request must fit; empty: any
    ConfigNode access_place;
    std::optional<int> months;  ///< of the grant; absent: the mode's shortest that is long enough
    ConfigNode months_place;
    Applicant applicant = Applicant::academic;
    std::optional<AccessPurpose> purpose;  ///< absent: any mode suits it that is for production
    std::string country;                   ///< of the applicant: "DK"; empty: not stated
    double reserve = 0.0;                  ///< share added to the request for what is not planned
    /// Checkpoints of a run that stay for the rest of the project. By default the one before the last, too: a failure
    /// may spoil the last one while it is written.
    std::int64_t kept_checkpoints = 2;
    std::vector<Stage> stages;
    ConfigNode
        scenario;  ///< the keys that its scenarios share: partition, background, user, replicates, precision, seed
    std::uint64_t seed = 1;
};

/// Reads a project (schema clustersim/project/1). All problems are reported, those of its jobs when their
/// scenarios are resolved.
Result<Project> read_project(ConfigNode const& document);

/// The scenario of one stage, with a sweep over its numbers of nodes.
ConfigNode scenario_of(Project const& project, Stage const& stage);

}  // namespace clustersim
