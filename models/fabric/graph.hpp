// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim {

/// Plain interface to the graph library: vertices 0..vertices-1, parallel edges merged.
struct FlatGraph {
    struct Arc {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::int64_t capacity = 0;  ///< in the caller's unit; parallel edges added up
    };
    std::uint32_t vertices = 0;
    std::vector<Arc> arcs;  ///< by from, then to
};

/// Capacities of the links between switches: bits per second, or one for each cable.
enum class ArcCapacity { bits_per_second, cables };
FlatGraph switch_graph(Fabric const& fabric, ArcCapacity capacity = ArcCapacity::cables);

struct Components {
    std::uint32_t count = 0;
    std::vector<std::uint32_t> of;  ///< by vertex
};
/// Arcs count in both directions.
Components components(FlatGraph const& graph);

constexpr std::uint32_t unreached = 0xffffffffU;

/// Breadth-first distances over one graph, from one vertex after another.
class HopCounter {
  public:
    explicit HopCounter(FlatGraph const& graph);
    ~HopCounter();
    HopCounter(HopCounter const&) = delete;
    HopCounter& operator=(HopCounter const&) = delete;
    /// By vertex, `unreached` if no route leads there; valid until the next call.
    std::vector<std::uint32_t> const& from(std::uint32_t vertex);

  private:
    struct Graph;
    std::unique_ptr<Graph> graph_;
    std::vector<std::uint32_t> hops_;
};

/// The maximum flow from one vertex to another.
std::int64_t max_flow(FlatGraph const& graph, std::uint32_t from, std::uint32_t to);

}  // namespace clustersim
