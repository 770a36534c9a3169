// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/partition.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// A job's request to a partition, as the site's submission checks see it.
struct LimitedRequest {
    int nodes = 1;
    int gpus = 0;
    std::optional<Seconds> walltime;
};

/// The limits under a QOS: each limit is the QOS's if it sets one, else the partition's. `qos` may be null.
Limits limits_under(Partition const& partition, Qos const* qos);

/// The limits that a request breaks.
struct BrokenLimit {
    std::string text;       ///< "128 nodes, at most 64 allowed"; several are joined by "; "
    std::string_view key;   ///< the first key of the job that requests too much or too little
    double excess = 0.0;    ///< largest ratio of the request to what is allowed
    bool too_long = false;  ///< the walltime is among them
};

/// What to do about a predicted run that is longer than a site allows: the beginning of the help of
/// its CS0203.
constexpr std::string_view shorter_submissions = "use more nodes, or `checkpoint: {every: 1 h}`";

/// The limits that the request breaks; nothing if it breaks none.
std::optional<BrokenLimit> broken_limit(Limits const& limits, LimitedRequest const& request);

/// A QOS and why a job gets it.
struct QosChoice {
    Qos const* qos = nullptr;  ///< null: the partition has none
    std::string why;           ///< empty if the user named it or there is none
};

/// The QOS of a job: the named one, or the first of the partition that admits the request. Diagnostics point at the
/// job: an unknown QOS, or CS0203 with the limits of the nearest QOS.
Result<QosChoice> choose_qos(Partition const& partition,
                             std::optional<std::string> const& name,
                             LimitedRequest const& request,
                             JobSpec const& job);

/// The same for one of several submissions, each of which requests up to `wanted`. Among the QOS that admit the request
/// without a walltime, the first of those that allow most of that time.
Result<QosChoice> choose_longest_qos(Partition const& partition,
                                     std::optional<std::string> const& name,
                                     LimitedRequest const& request,
                                     Seconds wanted,
                                     JobSpec const& job);

/// The limits named in a CS0203 of these functions, without the job and the partition.
std::string limits_in(Diagnostic const& refusal);

}  // namespace clustersim
