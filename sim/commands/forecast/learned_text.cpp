// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/learned_text.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/utc_text.hpp"
#include "sim/report/waits_model_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

std::string count_of(std::size_t count) {
    return grouped(static_cast<std::int64_t>(count));
}

std::string rests_on_trees(LearnedStart const& learned) {
    return fmt::format(
               "  boosted trees, fitted to {} waits of {} days, {} to {}; the range is that of {} "
               "waits with a similar forecast{}\n",
               count_of(learned.ended),
               count_of(learned.days),
               utc_text(learned.from.since_origin),
               utc_text(learned.until.since_origin),
               count_of(learned.waits),
               learned.waited.count > 0
                   ? fmt::format(" that lasted longer than {}", human(learned.waited.duration()))
                   : "") +
           "  " + walk_score_text(learned.score, learned.scored_days);
}

std::string rests_on_bound(LearnedStart const& learned) {
    return fmt::format(
        "  bounds of the 5 and 95 % quantiles, each with 95 % confidence, from {} past "
        "waits{}{}\n",
        count_of(learned.waits),
        learned.of_class ? " of the same partition, size and limit" : " of all jobs",
        learned.waited.count > 0
            ? fmt::format(" that lasted longer than {}", human(learned.waited.duration()))
            : "");
}

}  // namespace

std::string learned_text(ForecastAnswer const& answer,
                         ForecastQuestion const& question,
                         slurm::QueueSnapshot const& snapshot) {
    std::string out;
    if (answer.learned) {
        LearnedStart const& learned = *answer.learned;
        out += learned.basis == WaitBasis::trees ? "\nLearned from the past\n"
                                                 : "\nBounds from the past\n";
        for (auto const& [share, wait] : {std::pair("5 %", learned.low),
                                          std::pair("50 %", learned.median),
                                          std::pair("95 %", learned.high)})
            out += fmt::format("start {:<8}{} (in {})\n",
                               share,
                               utc_text(snapshot.unix_now() + wait.count),
                               human(wait.duration()));
        if (learned.chance_by)
            out += fmt::format("by {}  {:.0f} % chance to have started\n",
                               utc_text(snapshot.origin + question.by->since_origin),
                               100.0 * *learned.chance_by);
        out +=
            learned.basis == WaitBasis::trees ? rests_on_trees(learned) : rests_on_bound(learned);
    }
    if (!answer.trust.empty()) out += fmt::format("\nTrust {}.\n", answer.trust);
    return out;
}

}  // namespace clustersim
