// SPDX-License-Identifier: Apache-2.0
#include "sim/report/start_text.hpp"

#include "sim/core/human.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

std::string name_of(Study const& study, RunAnswer const& run, JobOutcome const& outcome) {
    bool const several = std::ranges::any_of(
        study.runs, [&](RunAnswer const& other) { return other.place.system != run.place.system; });
    return fmt::format("{}{}{}{}{}",
                       outcome.job,
                       run.label.empty() ? "" : " at ",
                       run.label,
                       several ? " on " : "",
                       several ? run.place.system : "");
}

std::string preemption_note(JobOutcome const& outcome) {
    PreemptionAnswer const& p = *outcome.preemption;
    auto const never = outcome.samples.size() - static_cast<std::size_t>(p.unfinished);
    std::string out = fmt::format("preempted in {}, {} requeues on average",
                                  of_samples(outcome, p.stopped),
                                  human_number(p.requeues));
    if (!outcome.campaign) out += fmt::format(", goodput {}", human_percent(p.goodput));
    if (p.unfinished > 0)
        out += fmt::format(", ended on its own in {} of {}", never, outcome.samples.size());
    return out + ". Run time, cost and energy are of all its runs.";
}

}  // namespace

std::string start_notes(Study const& study) {
    std::string out;
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            Starts const starts = starts_of(outcome);
            std::string const name = name_of(study, run, outcome);
            if (!starts.always_started()) {
                out += fmt::format("{}: {}.{}\n",
                                   name,
                                   never_started_text(starts),
                                   starts.never_started()
                                       ? " Its run time is a prediction; nothing is billed."
                                       : " Its wait counts these as endless.");
            }
            if (outcome.preemption && outcome.preemption->stopped > 0)
                out += fmt::format("{}: {}\n", name, preemption_note(outcome));
        }
    }
    return out;
}

}  // namespace clustersim
