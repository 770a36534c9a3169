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

/// An accepted submission with its names resolved.
struct CheckedSubmission {
    std::int32_t association = -1;          ///< -1: the site has none for the user
    std::int32_t account_association = -1;  ///< of the account itself
    std::string account;
    std::int32_t qos = -1;
    std::vector<std::int32_t> partitions;  ///< as written, without drained and inactive ones
    /// --time or the first partition's DefaultTime; absent: none, or unlimited.
    std::optional<std::int64_t> minutes;
    NodeSet required, excluded;  ///< -w and -x
};

/// The time of a submission, and the states of the partitions at that time.
struct SubmissionMoment {
    Instant now;
    std::span<PartitionState const> partition_states;  ///< empty: as configured
};

/// Makes the checks of spec 2.7 that need neither job counts nor a selection of nodes, in Slurm's
/// order: node names, partitions, account, QOS, access to each partition (EnforcePartLimits),
/// times, licences and GRES. The error is sbatch's. All of these checks come before a job id is
/// assigned, so a refusal uses none. Groups of users are unknown here: AllowGroups admits every
/// user.
tl::expected<CheckedSubmission, std::string> check_submission(SubmissionNames const& names,
                                                              JobRequest const& request,
                                                              SubmissionMoment const& moment);

/// Why a partition does not accept a job (spec 1.3, 2.7.4).
enum class PartitionObjection {
    none,
    not_available,  ///< DRAIN or INACTIVE: always refused
    access,         ///< RootOnly or ReqResv: always refused
    group,          ///< AllowGroups: always refused
    cpus,
    nodes,
    time,
    membership,  ///< it does not have the nodes of -w
    account,
    qos,
};

/// The error text of sbatch.
std::string_view objection_text(PartitionObjection objection);

}  // namespace clustersim::slurm
