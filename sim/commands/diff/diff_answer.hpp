// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_side.hpp"
#include "sim/commands/diff/job_classes.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A number on the first side and on another one, and their difference.
struct DiffValue {
    double first = 0.0;
    double other = 0.0;
    /// Half the width of the 95 % interval of other - first; nothing for fewer than three blocks.
    std::optional<double> half_width;

    [[nodiscard]] double change() const { return other - first; }
    /// True if the interval of the difference does not contain 0.
    [[nodiscard]] bool is_clear() const;
};

/// Waits of one class of jobs.
struct ClassDiff {
    JobClass of;
    std::size_t jobs_first = 0;  ///< that started
    std::size_t jobs_other = 0;
    DiffValue mean_wait;        ///< s
    double median_first = 0.0;  ///< s
    double median_other = 0.0;  ///< s
    DiffValue slowdown;         ///< mean bounded slowdown, with a bound of 10 s
};

/// The same jobs on both sides.
struct PairedStarts {
    std::size_t jobs = 0;     ///< that started on both
    std::size_t earlier = 0;  ///< by more than a minute
    std::size_t later = 0;
};

/// What failures of nodes do, per day.
struct FailureDiff {
    DiffValue node_failures;
    DiffValue jobs_requeued;
    DiffValue jobs_failed;      ///< with the state NODE_FAIL
    DiffValue node_hours_down;  ///< in which nodes were out of service
    DiffValue node_hours_lost;  ///< of runs that a failure ended
};

/// One side against the first.
struct DiffPair {
    std::string name;
    std::vector<ClassDiff> classes;          ///< those with jobs on both sides
    std::optional<DiffValue> utilisation;    ///< share of the CPUs, if they are known
    std::optional<DiffValue> lost_capacity;  ///< likewise
    DiffValue by_backfill;                   ///< share of the starts
    std::optional<DiffValue> power;          ///< mean, W
    std::optional<FailureDiff> failures;     ///< if nodes fail on one of the two
    std::optional<PairedStarts> pairs;       ///< if the sides have the same jobs
    std::size_t unstarted_first = 0;  ///< refused, cancelled before, or still waiting at the end
    std::size_t unstarted_other = 0;
};

struct DiffAnswer {
    std::string first;  ///< its name
    std::vector<DiffPair> pairs;
    std::size_t blocks = 0;        ///< the intervals are over these
    bool blocks_are_days = false;  ///< else they are replicates
};

/// Compares every side with the first. A block is a replicate, or with only one sample a day of submissions; the
/// intervals leave out one block at a time, on both sides.
DiffAnswer compare_sides(DiffSides const& sides);

}  // namespace clustersim
