// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/known_jobs.hpp"
#include "sim/core/result.hpp"
#include "sim/history/waits/waits_model.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What a forecast from the past rests on.
enum class WaitBasis { bound, trees };

/// When a job starts by what the waits of the past say, in seconds from the snapshot.
struct LearnedStart {
    WaitBasis basis = WaitBasis::trees;
    Seconds low, median, high;  ///< 5, 50 and 95 %; of a bound each end has 95 % confidence
    std::optional<double> chance_by;
    Seconds waited;  ///< so far
    std::size_t waits =
        0;  ///< that the range rests on: errors of similar forecasts, or waits of the class
    bool of_class = true;  ///< of a bound: false if waits of all classes count
    // Of trees:
    std::string version;  ///< of the program that fitted them
    Instant from, until;  ///< Unix times of what they learned from
    std::size_t days = 0, ended = 0;
    WaitScore score;
    std::size_t scored_days = 0;
    std::vector<std::string> beyond;  ///< what is larger now than ever before (beyond_the_past())
};

/// The answer of the past, or why it has none.
struct PastAnswer {
    std::optional<LearnedStart> start;
    std::string
        why_not;  ///< a sentence without its full stop; why not by trees, if there is a bound
    std::vector<std::string> notes;
};

struct PastQuestion {
    slurm::QueueSnapshot const& snapshot;
    PastJobs const* past = nullptr;     ///< null: no accounting is known
    WaitsModel const* model = nullptr;  ///< used instead of fitting
    AskedStart asked;
    std::optional<Instant> by;  ///< from the snapshot's origin
};

/// Forecasts from the past: by trees (a model, or fitted to the past if there is enough of it), else by bounds with stated
/// confidence, else not at all. A job of the queue gets the distribution of waits that are longer than its own so far.
/// The same question gives the same answer with any number of workers. Errors: a model of another cluster; what the
/// library of the trees reports.
Result<PastAnswer> ask_the_past(PastQuestion const& question, LearningOptions const& learning);

}  // namespace clustersim
