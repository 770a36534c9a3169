// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_past_command.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/history/waits/waits_model_file.hpp"

#include <string>
#include <utility>

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

bool KnownPast::read(ForecastPast const& options,
                     slurm::QueueSnapshot const& snapshot,
                     CommandContext& context) {
    learn_ = !options.no_learning;
    friction_ = !options.no_friction;
    bool good = true;
    if (!options.history.empty()) {
        std::optional<std::string> key;
        if (!read_history_key(options.history_key, key, context)) return false;
        auto read = read_past_jobs(options.history, key, snapshot);
        good = context.value_of(read) != nullptr;
        if (good) jobs_ = std::move(*read);
    }
    if (!options.waits_model.empty()) {
        auto read = read_waits_model(options.waits_model);
        if (context.value_of(read) == nullptr) return false;
        model_ = std::move(*read);
    }
    return good;
}

void KnownPast::use_in(ForecastQuestion& question) const {
    question.past = jobs_ ? &*jobs_ : nullptr;
    question.waits_model = model_ ? &*model_ : nullptr;
    question.learn = learn_;
    question.friction = friction_;
}

}  // namespace clustersim
