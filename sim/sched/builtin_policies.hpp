// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/policy.hpp"

namespace clustersim {

// One factory for each file of a policy; policies.cpp lists them.
std::unique_ptr<SchedulingPolicy> make_fcfs(PoolShape shape);
std::unique_ptr<SchedulingPolicy> make_easy(PoolShape shape);
std::unique_ptr<SchedulingPolicy> make_conservative(PoolShape shape);

}  // namespace clustersim
