// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/partition.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <string>

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

/// What breaks a limit, in words ("128 nodes, at most 64 allowed"); nothing when the request is fine.
std::optional<std::string> broken_limit(Limits const& limits, LimitedRequest const& request);

/// The QOS that a job would use: the named one, or the first that admits the request. Null when the
/// partition has none. Diagnostics point at the job: an unknown QOS, or CS0203 with what is broken;
/// a note is added when the site's default QOS does not admit the request but another does.
Result<Qos const*> choose_qos(Partition const& partition,
                              std::optional<std::string> const& name,
                              LimitedRequest const& request,
                              JobSpec const& job,
                              Diagnostics& notes);

}  // namespace clustersim
