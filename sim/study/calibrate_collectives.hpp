// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/calibration.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

enum class GroupBy { hardware, link_class };

/// Which latencies and achieved shares of links do measured collectives imply?
struct CollectivesQuestion {
    std::filesystem::path file;
    std::string like;       ///< a class of systems/links for all rows; empty: as each row says
    std::string system;     ///< a machine for all rows; empty: as each row says
    std::string partition;  ///< of that machine; empty: its usual one, with accelerators
    /// Where the file does not say:
    int nodes = 1;
    int gpus_per_node = 0;  ///< 0: all of a node
    Collective collective = Collective::all_reduce;
    GroupBy by = GroupBy::hardware;
};

/// The fit of one group of measured rows.
struct CalibrationGroup {
    std::string name;        ///< the hardware as the table words it, or a class
    std::string link_class;  ///< that it was taken for
    CollectiveFit fit;
};

/// One fit for each hardware or class. Rows of unknown hardware are left out with a warning; at least one group
/// is left (CS0201).
Answered<std::vector<CalibrationGroup>> calibrate_collectives(CollectivesQuestion const& question,
                                                              Library const& library);

}  // namespace clustersim
