// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/history_key.hpp"
#include "sim/commands/forecast/archive_forecast.hpp"

#include <filesystem>

namespace clustersim {

class Command;

/// The options of `forecast` that name the past of the cluster.
struct ForecastPast {
    std::filesystem::path history;
    HistoryKey history_key;
    std::filesystem::path waits_model;
    bool no_learning = false;
    bool no_friction = false;
};

void add_past_options(Command& sub, ForecastPast& past);

/// Adds them to the question. Returns false after the report of a file that has no key.
bool read_past_options(ForecastPast const& past,
                       ArchiveQuestion& question,
                       CommandContext& context);

}  // namespace clustersim
