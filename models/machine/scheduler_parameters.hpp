// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How a site has set its Slurm; what is absent is Slurm's own default.
struct SchedulerParameters {
    std::string release;  ///< "23.11"; empty: that of the reference behaviour
    std::optional<Seconds> bf_interval, bf_window, bf_resolution;
    std::optional<int> bf_max_job_test, bf_max_job_start, bf_max_job_part, bf_max_job_user;
    bool bf_continue = false;
    std::optional<int> default_queue_depth, partition_job_depth;
    std::optional<Seconds> sched_interval, complete_wait;
};

/// A robot that ends jobs which leave their accelerators idle.
struct IdleEnd {
    Watts below{};    ///< mean draw per accelerator since the start
    Seconds after{};  ///< no job is looked at before it has run so long
    bool spares_interactive = false;
    bool spares_reservations = false;
};

/// What a site does to jobs besides what its Slurm does.
struct SiteRules {
    std::optional<IdleEnd> idle_end;
    bool extends_time = false;  ///< users may lengthen the time limit of a running job
};

}  // namespace clustersim
