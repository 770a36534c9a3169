// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/submission_names.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A submission that passed, with its names looked up.
struct CheckedSubmission {
    std::int32_t association = -1;          ///< -1: the site has none for the user
    std::int32_t account_association = -1;  ///< of the account itself
    std::string account;
    std::int32_t qos = -1;
    std::vector<std::int32_t> partitions;  ///< as written, but for drained and inactive ones
    /// --time or the first partition's DefaultTime; absent: none, or unlimited.
    std::optional<std::int64_t> minutes;
    NodeSet required, excluded;  ///< -w and -x
};

/// When a job is submitted, and the partitions' states then.
struct SubmissionMoment {
    Instant now;
    std::span<PartitionState const> partition_states;  ///< empty: as configured
};

/// The checks of spec 2.7 that need neither job counts nor a selection of nodes, in Slurm's order:
/// node names, partitions, account, QOS, access to each partition (EnforcePartLimits), times,
/// licences and GRES. The error is sbatch's; all of these are seen before a job id is given, none
/// costs one. Groups of users are not known here: AllowGroups lets everybody in.
tl::expected<CheckedSubmission, std::string> check_submission(SubmissionNames const& names,
                                                              JobRequest const& request,
                                                              SubmissionMoment const& moment);

/// What a partition has against a job (spec 1.3, 2.7.4).
enum class PartitionObjection {
    none,
    not_available,  ///< DRAIN or INACTIVE: always refuses
    access,         ///< RootOnly or ReqResv: always refuses
    group,          ///< AllowGroups: always refuses
    cpus,
    nodes,
    time,
    membership,  ///< nodes of -w are not in it
    account,
    qos,
};

/// sbatch's text for it.
std::string_view objection_text(PartitionObjection objection);

}  // namespace clustersim::slurm
