// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/advice_question.hpp"
#include "sim/commands/advise/script_scenario.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/starts.hpp"
#include "sim/study/study.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// When the jobs of a request start and end, and their cost, over all replicates.
struct AdvisedTimes {
    SampleRange start;  ///< after the submission; of an array that of its first task
    SampleRange end;    ///< the last end
    PipelineAnswer totals;
};

/// A change that was simulated.
struct AdvisedChange {
    std::string change, condition;
    int line = 0;  ///< of the script; 0: it has none for it
    std::string partition;
    AdvisedTimes times;
    bool only_bounds =
        false;  ///< as in Improvement: the end is that of a job that runs to its limit
    /// When the job would end if it ran as long as the script as it is: what changes are ranked by. Infinite if never.
    Duration comparable_end{};
    /// Queues in which it starts sooner, of all. Only of a change that was tried in the same queues.
    std::optional<std::int64_t> sooner;
};

struct Advice {
    std::shared_ptr<LoadedSystem const> machine;
    AskedJob asked;                 ///< refers to *machine
    std::vector<ResolvedRun> runs;  ///< the first is the script as it is
    Study study;                    ///< the answers to them
    AdvisedTimes times;             ///< of the script as it is
    /// By comparable end, the soonest first; those that cost much more come last.
    std::vector<AdvisedChange> changes;
    std::vector<std::string>
        other_partitions;  ///< that admit the job, and whose usual jobs are not known
    Diagnostics notes;
};

/// By more than a quarter.
bool costs_much_more(AdvisedTimes const& times, AdvisedTimes const& base);

/// The best change that does not cost much more, if it ends clearly sooner than the script as it is: by a minute and a
/// twentieth of the time until its start; else null.
AdvisedChange const* best_change(Advice const& advice);
/// The best change that costs much more, if it ends clearly sooner than the best that does not; else null.
AdvisedChange const* best_for_more(Advice const& advice);

/// Checks a script against a machine, simulates it there, and the changes of improvements() and other partitions with
/// the same GPUs, each in the same queues as far as they share one. Errors, at the lines of the script: what the machine
/// refuses, with the partitions that admit it.
Result<Advice> advise(AdviceQuestion const& question, RunOptions const& options);

}  // namespace clustersim
