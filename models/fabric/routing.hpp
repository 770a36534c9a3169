// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clustersim {

/// Finds routes on a fabric from its structure, in time proportional to their length:
/// - minimal: one route for each destination port, as in InfiniBand's destination routing;
/// - ecmp: a shortest-level route chosen by a hash of flow, source and destination;
/// - valiant: over an intermediate group (or switch) chosen by the same hash; on trees the same as
///   ecmp, which already uses the top switches as intermediates;
/// - adaptive: the better of two ecmp and two valiant routes by bottleneck load times hops; without
///   load an ecmp route.
/// Between groups, ecmp takes any of the cables that join the two, whether or not the ends' own
/// switches hold it, as Slingshot's minimal routes do; minimal takes one that saves hops. The
/// fabric must outlive the router. A router of an edge list keeps a distance table for each
/// destination switch it has seen: use one router per thread.
class Router {
  public:
    explicit Router(Fabric const& fabric, Routing routing);
    ~Router();
    Router(Router&&) noexcept;
    Router& operator=(Router&&) noexcept;
    Router(Router const&) = delete;
    Router& operator=(Router const&) = delete;

    /// Replaces `out` by the links from one endpoint to another, including injection and ejection;
    /// empty from an endpoint to itself. No vertex occurs twice.
    void route(EndpointId from, EndpointId to, std::uint64_t flow, std::vector<LinkId>& out) const;

    /// The current load of each link, by LinkId, for `adaptive`; read on every route, not copied.
    /// Empty: no load.
    void set_load(std::span<Bandwidth const> load) { load_ = load; }

    [[nodiscard]] Fabric const& fabric() const { return *fabric_; }
    [[nodiscard]] Routing routing() const { return routing_; }

  private:
    struct Distances;
    struct Ends {
        SwitchId from;
        SwitchId to;
        EndpointId destination;
    };
    void between_switches(Ends const& ends, std::uint64_t salt, std::vector<LinkId>& out) const;
    void with_detour(Ends const& ends, std::uint64_t salt, std::vector<LinkId>& out) const;
    void adapt(Ends const& ends, std::uint64_t salt, std::vector<LinkId>& out) const;
    [[nodiscard]] double cost_of(std::span<LinkId const> route) const;
    /// Along shortest routes by the distance table.
    template <class Pick>
    void walk_down(SwitchId from, SwitchId to, Pick& pick, std::vector<LinkId>& out) const;

    Fabric const* fabric_;
    Routing routing_;
    std::span<Bandwidth const> load_;
    std::unique_ptr<Distances> distances_;  ///< edge lists only
};

/// The sum of the links' latencies.
Duration latency_of(Fabric const& fabric, std::span<LinkId const> route);

}  // namespace clustersim
