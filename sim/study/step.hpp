// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/faster_plan.hpp"
#include "models/application/machine_spread.hpp"
#include "models/application/scaling.hpp"
#include "models/collective/network.hpp"
#include "models/energy/energy.hpp"
#include "models/storage/data_loading.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How long does a training step of an application take on a machine?
struct StepQuestion {
    std::string application;  ///< name or file
    std::string framework;    ///< software other than the application's; empty: its own
    std::string system;       ///< name or file
    std::string partition;    ///< empty: the machine's, with accelerators
    std::vector<int> nodes;   ///< at least one count
    std::string plan;   ///< changes of the application's plan, such as "tp=8,pp=4"; may be empty
    std::string sweep;  ///< one key of a plan and its values, such as "tp=1,2,4,8"; may be empty
    Scaling scaling = Scaling::weak;
    Spread placement = Spread::compact;
    std::string data;            ///< where samples are read from, in the form of step_data()
    double device_spread = 0.0;  ///< coefficient of variation between the devices' step times
    bool names_faster = true;    ///< look for faster plans, which takes as long as all the rest
};

/// A predicted step on one count of nodes.
struct StepPoint {
    ScalingPoint point;
    EnergyUse energy;                 ///< of one step, all nodes
    std::vector<SpreadShare> spread;  ///< where the range of the step comes from
    std::optional<FasterPlan>
        faster;  ///< a faster plan than this one, if there is one and it was looked for
    std::vector<std::string> notes;  ///< plan_notes() of its plan
    std::optional<LoadTime> load;  ///< loading of samples during the step; unset: synthetic samples
};

struct StepAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    std::string software;
    Scaling scaling = Scaling::weak;
    std::string data;  ///< where the samples come from
    std::vector<StepPoint>
        points;  ///< by plan, then by count of nodes; efficiency against the fewest
};

/// Predicts the step for every plan of the sweep on every count of nodes. Impossible points (CS0111, CS0201, …) give
/// problems; the other points are still answered.
Answered<StepAnswer> predict_steps(StepQuestion const& question, Library const& library);

}  // namespace clustersim
