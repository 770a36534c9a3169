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

/// Which latencies and achieved bandwidth shares of links follow from measured collectives?
struct CollectivesQuestion {
    std::filesystem::path file;
    std::string like;       ///< class of systems/links for all rows; empty: as stated in each row
    std::string system;     ///< machine for all rows; empty: as stated in each row
    std::string partition;  ///< of that machine; empty: its usual one, with accelerators
    /// For rows that do not state them:
    int nodes = 1;
    int gpus_per_node = 0;  ///< 0: all of a node
    Collective collective = Collective::all_reduce;
    GroupBy by = GroupBy::hardware;
};

/// The fit of one group of measured rows.
struct CalibrationGroup {
    std::string name;        ///< the hardware in the words of the table, or a class
    std::string link_class;  ///< the class used for it
    CollectiveFit fit;
};

/// One fit for each hardware or class. Rows of unknown hardware are left out with a warning; at least one group
/// is left (CS0201).
Answered<std::vector<CalibrationGroup>> calibrate_collectives(CollectivesQuestion const& question,
                                                              Library const& library);

}  // namespace clustersim
