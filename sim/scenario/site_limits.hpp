// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/partition.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// What a job asks of a partition, as its site's submission checks see it.
struct LimitedRequest {
    int nodes = 1;
    int gpus = 0;
    std::optional<Seconds> walltime;
};

/// The limits that hold under a QOS: its own where it sets one, the partition's elsewhere. `qos` may
/// be null.
Limits limits_under(Partition const& partition, Qos const* qos);

/// What a request breaks.
struct BrokenLimit {
    std::string text;  ///< "128 nodes, at most 64 allowed"; several are joined by "; "
    std::string_view
        key;              ///< of the job, that asks for too much or too little: the first that does
    double excess = 1.0;  ///< how many times what is allowed the request is, where that is most
};

/// The limits that the request breaks; nothing when it is fine.
std::optional<BrokenLimit> broken_limit(Limits const& limits, LimitedRequest const& request);

/// A QOS and why a job gets it.
struct QosChoice {
    Qos const* qos = nullptr;  ///< null: the partition has none
    std::string why;           ///< empty where the user named it or there is none
};

/// The QOS that a job would use: the named one, or the first of the partition that admits the request.
/// Diagnostics point at the job: an unknown QOS, or CS0203 with the limits of the QOS that comes nearest.
Result<QosChoice> choose_qos(Partition const& partition,
                             std::optional<std::string> const& name,
                             LimitedRequest const& request,
                             JobSpec const& job);

/// The same for one of several submissions, each of which would ask for `wanted` if it may: of the QOS that
/// admit the request without a walltime, the first of those that allow most of that time.
Result<QosChoice> choose_longest_qos(Partition const& partition,
                                     std::optional<std::string> const& name,
                                     LimitedRequest const& request,
                                     Seconds wanted,
                                     JobSpec const& job);

/// The limits that a CS0203 of these functions names, without the job and the partition.
std::string limits_in(Diagnostic const& refusal);

}  // namespace clustersim
