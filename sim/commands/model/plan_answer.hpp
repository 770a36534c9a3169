// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan_search.hpp"
#include "models/application/platform.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/chosen_partition.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Which parallel plans of an application are the fastest on N devices?
struct PlanQuestion {
    std::string application;          ///< name or file
    std::string framework;            ///< software other than the application's; empty: its own
    std::string system;               ///< name or file
    std::string partition;            ///< empty: the machine's, with accelerators
    std::vector<int> gpus;            ///< at least one count of devices
    std::optional<int> global_batch;  ///< samples a step; unset: the application's
    int top = 10;                     ///< plans kept for each count
    std::string held;                 ///< parts of the plan that are not searched: "tp=8,lora=16"
};

struct PlanAnswer {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    std::string software;
    int global_batch = 0;
    double margin = 0.0;  ///< share of the devices' memory that plans leave to come first
    Plan own;             ///< the application's; plans are printed as changes of it
    std::vector<PlanSearch> searches;  ///< by count of devices, in the requested order
    std::size_t looked_at = 0;         ///< plans, in all searches
    std::vector<std::string> notes;    ///< on the first plan of each search
};

/// A question with its names looked up.
struct PlanSetup {
    Application application;
    ChosenPartition place;
    Platform platform;
    PlanSpace space;        ///< without the devices
    std::vector<int> gpus;  ///< each count once
};
Answered<PlanSetup> plan_setup(PlanQuestion const& question, Library const& library);

/// Searches the plans that fit in memory, for each count of devices. For a count without a plan, the problem names
/// counts that have one.
Answered<PlanAnswer> find_plans(PlanSetup const& setup);

}  // namespace clustersim
