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

/// A collective's messages next to the bursts of other jobs, flow by flow: every flow has an amount to
/// send. Flows of other jobs end or begin while the collective runs, and flows on a common link slow each
/// other down.
class SampledTraffic {
  public:
    /// Repetitions of a test, as many as nccl-tests makes; each starts at another moment of the
    /// other jobs.
    static constexpr int samples = 20;

    /// Routes the messages of the test and of the other jobs. Fails if route_all or SimGridEngine::start
    /// fails.
    static Result<SampledTraffic>
    of(FlowTest const& test, Fabric const& fabric, NodeType const& type, Routing routing);

    /// In each sample the mean rate of the busiest port while it moves `amount` for the algorithm's
    /// messages, until the last of them ends; at most `alone`, the rate of the port without other jobs.
    /// Fails if BurstTraffic::time_of fails.
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
/// a quiet network: test.placed. Fails if port_rates fails.
Result<void>
sample_rows(std::vector<NcclTestRow>& rows, NcclTest const& test, SampledTraffic& traffic);

}  // namespace clustersim
