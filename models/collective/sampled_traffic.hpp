// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/flow_test.hpp"
#include "models/collective/nccl_tests.hpp"
#include "models/flow/burst_traffic.hpp"
#include "models/flow/simgrid_engine.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace clustersim {

/// A collective's messages among the bursts of other jobs, flow by flow: every flow has an amount to send,
/// the others' run out or begin while the collective runs, and each slows down whoever shares a link.
class SampledTraffic {
  public:
    /// Repetitions of a test, as many as nccl-tests makes; each meets the others at another moment.
    static constexpr int samples = 20;

    /// Routes the test's messages and those of the others. Fails where route_all and SimGridEngine::start do.
    static Result<SampledTraffic>
    of(FlowTest const& test, Fabric const& fabric, NodeType const& type, Routing routing);

    /// In each sample the mean rate of the busiest port while it moves `amount` for the algorithm's
    /// messages, the last of which ends it; never more than `alone`, what the port does on its own. Fails
    /// where BurstTraffic::time_of does.
    Result<std::vector<Bandwidth>> port_rates(Algorithm algorithm, Bytes amount, Bandwidth alone);

  private:
    struct Own {
        BurstTraffic traffic;
        double per_port = 1.0;  ///< messages of the busiest port
    };

    explicit SampledTraffic(SimGridEngine engine) : engine_(std::move(engine)) {}

    SimGridEngine engine_;
    std::size_t neighbours_ = 0;
    Own ring_;
    Own tree_;
    std::uint64_t seed_ = 1;
};

/// Replaces the time of every row by its mean over the samples, with the algorithm that a library chooses on
/// a quiet network: test.placed. Fails where port_rates does.
Result<void>
sample_rows(std::vector<NcclTestRow>& rows, NcclTest const& test, SampledTraffic& traffic);

}  // namespace clustersim
