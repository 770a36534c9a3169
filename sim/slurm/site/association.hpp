// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/limits.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// One (account[, user[, partition]]) of the tree under `root` (spec 1.5). The position in
/// Site::associations is its index; a parent stands before its children; the first is the account
/// root. Siblings stand in the order in which Slurm keeps them (newest account first).
struct Association {
    std::string account;
    std::string user;       ///< empty: the association of the account itself
    std::string partition;  ///< empty: any
    std::int32_t parent = -1;
    std::int64_t shares = 1;
    bool shares_of_parent = false;  ///< Fairshare=parent
    bool is_default = false;        ///< in the user's default account
    std::int64_t priority = 0;
    std::string default_qos;
    std::vector<std::string> allowed_qos;  ///< empty: those of the parent
    GroupLimits group;
    JobLimits job;
    std::optional<std::int64_t> max_jobs, max_submit_jobs, max_jobs_accrue;  ///< of this one

    [[nodiscard]] bool is_user() const { return !user.empty(); }

    friend bool operator==(Association const&, Association const&) = default;
};

}  // namespace clustersim::slurm
