// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/found_plan.hpp"
#include "models/application/plan_text.hpp"
#include "sim/core/result.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace clustersim {

/// The plans that a search considers.
struct PlanSpace {
    int devices = 1;       ///< all of them are used; if more than one node, in whole nodes
    int global_batch = 1;  ///< samples of a step
    int most_micro_batch = 16;
    int most_context = 8;   ///< context parallelism
    std::size_t keep = 10;  ///< plans to return
    PlanChanges held;       ///< parts of the plan that are not searched
    double margin = 0.0;  ///< plans that leave less of the devices' memory come after those that do
    bool merge_equals =
        true;  ///< keep one of the plans with exactly the same step time, that with the least memory
};

struct PlanSearch {
    /// At most `keep`: those that leave the margin first, then by time over the probability that they fit.
    std::vector<FoundPlan> best;
    std::size_t looked_at = 0;  ///< plans whose memory or time was computed
    std::size_t fitting = 0;    ///< those of them that fit in memory
    std::size_t sparing = 0;    ///< those of these that leave the margin
};

/// All plans of the space that fit in the devices' memory: tensor widths that fill nodes evenly; stages and pieces of
/// stages that the layers fill, evenly or with a shorter last one if the ends count as layers; contexts; experts cut by the
/// tensor group or whole; micro-batches that divide the batch; ZeRO stages 0 to 3, stages 2 and 3 also within a node
/// (hybrid); recomputation. Considers only
/// what the application's software offers, and keeps the parts that `held` gives. CS0202 with the
/// need of the smallest plan if none fits; CS0110 if no plan uses all devices.
Result<PlanSearch>
search_plans(Application const& application, Platform const& platform, PlanSpace const& space);

/// Of searches over several device counts: the plans that no other plan beats in both time and device-hours, by
/// ascending count.
std::vector<FoundPlan> pareto_front(std::span<PlanSearch const> searches);

}  // namespace clustersim
