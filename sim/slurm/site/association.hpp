// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/limits.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// An association of the tree under `root`: account, user or user and partition (spec 1.5). Its
/// position in Site::associations is its index. A parent comes before its children; the first is
/// the account root. Siblings are in the order in which Slurm keeps them (newest account first).
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
    std::vector<std::string> allowed_qos;  ///< empty: inherited from the parent
    GroupLimits group;
    JobLimits job;
    std::optional<std::int64_t> max_jobs, max_submit_jobs, max_jobs_accrue;  ///< of this
                                                                             ///< association alone

    [[nodiscard]] bool is_user() const { return !user.empty(); }

    friend bool operator==(Association const&, Association const&) = default;
};

}  // namespace clustersim::slurm
