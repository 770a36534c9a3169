// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_side.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

/// A class of jobs, in one of the ways in which jobs are divided.
struct JobClass {
    std::string division;  ///< "all", "size", "devices", "user", "partition"
    std::string name;      ///< "2-3 nodes", "heavy users"
};

/// The classes of a comparison, and those of each job.
struct JobClasses {
    std::vector<JobClass> classes;
    /// By side, sample and job: positions in `classes`, one for each division. Empty for a job that is not compared.
    std::vector<std::vector<std::vector<std::vector<std::size_t>>>> of_job;
};

/// Divides the jobs by nodes, by user, by partition, and by GPUs if the first side has jobs with and without. If the sides have the same jobs, those that started on every side
/// are compared, with the size and the partition of the first. Users are ordered by the CPU-hours of all their jobs on the first side:
/// the fewest who used half of all are heavy, the next up to nine tenths are medium, the others are light; users whom
/// only another side has are light, too.
JobClasses classify(DiffSides const& sides);

}  // namespace clustersim
