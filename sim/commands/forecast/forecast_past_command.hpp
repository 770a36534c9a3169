// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/history_key.hpp"
#include "sim/commands/forecast/forecast_question.hpp"

#include <filesystem>
#include <optional>

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

/// What the files of these options say. It outlives the question that uses it.
class KnownPast {
  public:
    /// False: a file cannot be used, as was reported.
    bool read(ForecastPast const& options,
              slurm::QueueSnapshot const& snapshot,
              CommandContext& context);
    void use_in(ForecastQuestion& question) const;

  private:
    std::optional<PastJobs> jobs_;
    std::optional<WaitsModel> model_;
    bool learn_ = true, friction_ = true;
};

}  // namespace clustersim
