// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

namespace clustersim::slurm {

/// What the account has used per share, as a quantile of the accounts of all pending and running jobs, each weighted by
/// the number of its jobs: 0.5 is the median of those who compete.
struct UsageQuantile {
    double p = 0.5;  ///< 0..1
};

/// The account whose users have the FairShare factor that is nearest to this one, as `sshare` prints it.
struct FairshareFactor {
    double value = 0.5;  ///< 0..1
};

/// The place of a user among the others. Fair share is relative: usage has a meaning only in
/// comparison with theirs.
using Standing = std::variant<UsageQuantile, FairshareFactor>;

}  // namespace clustersim::slurm
