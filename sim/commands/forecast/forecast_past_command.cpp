// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_past_command.hpp"

#include "sim/cli/command_table.hpp"

namespace clustersim {

void add_past_options(Command& sub, ForecastPast& past) {
    auto* history = sub.add_option("--history",
                                   past.history,
                                   "past jobs of the cluster, as sacct --parsable2 prints them: "
                                   "later submissions, run times and waits are learned from them");
    history->takes(ValueKind::file, "FILE");
    auto const key = add_history_key_options(sub, past.history_key);
    key.file->needs(history);
    key.text->needs(history);
    auto* model = sub.add_option("--waits-model",
                                 past.waits_model,
                                 "learned waits of the cluster, as clustersim fit waits wrote "
                                 "them; they are then not learned from the history");
    model->takes(ValueKind::file, "FILE");
    sub.add_flag("--no-learning",
                 past.no_learning,
                 "only simulate: do not forecast from the waits of the past")
        ->excludes(model);
    sub.add_flag("--no-friction",
                 past.no_friction,
                 "simulate without the friction that the history shows: lost capacity, closed "
                 "partitions, limits of users")
        ->needs(history);
}

bool read_past_options(ForecastPast const& past,
                       ArchiveQuestion& question,
                       CommandContext& context) {
    question.history = past.history;
    question.waits_model = past.waits_model;
    question.learn = !past.no_learning;
    question.friction = !past.no_friction;
    return past.history.empty() ||
           read_history_key(past.history_key, question.history_key, context);
}

}  // namespace clustersim
