// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/graph.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

Pair ends_of(FlatGraph::Arc const& arc) {
    return {arc.from, arc.to};
}

}  // namespace

FlatGraph switch_graph(Fabric const& fabric, ArcCapacity capacity) {
    FlatGraph graph;
    graph.vertices = fabric.switch_count();
    for (std::uint32_t s = 0; s < fabric.switch_count(); ++s) {
        for (LinkId const id : fabric.links_from(fabric.vertex(SwitchId{s}))) {
            Link const& link = fabric.link(id);
            if (!fabric.is_switch(link.to)) continue;
            std::uint32_t const to = fabric.switch_of(link.to).value;
            if (graph.arcs.empty() || ends_of(graph.arcs.back()) != Pair{s, to})
                graph.arcs.push_back({s, to, 0});
            graph.arcs.back().capacity +=
                capacity == ArcCapacity::cables ? 1 : std::llround(link.capacity.si() * 8.0);
        }
    }
    return graph;
}

Components components(FlatGraph const& graph) {
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    Graph undirected(graph.vertices);
    for (FlatGraph::Arc const& arc : graph.arcs) boost::add_edge(arc.from, arc.to, undirected);
    Components found;
    found.of.resize(graph.vertices);
    if (graph.vertices > 0) {
        found.count =
            static_cast<std::uint32_t>(boost::connected_components(undirected, found.of.data()));
    }
    return found;
}

struct HopCounter::Graph {
    using Csr = boost::compressed_sparse_row_graph<boost::directedS>;
    Csr csr;
    std::vector<boost::default_color_type> colour;
};

HopCounter::HopCounter(FlatGraph const& graph) : graph_(std::make_unique<Graph>()) {
    std::vector<Pair> edges;
    edges.reserve(graph.arcs.size());
    for (FlatGraph::Arc const& arc : graph.arcs) edges.push_back(ends_of(arc));
    graph_->csr = Graph::Csr(
        boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), graph.vertices);
    graph_->colour.resize(graph.vertices);
}

HopCounter::~HopCounter() = default;

std::vector<std::uint32_t> const& HopCounter::from(std::uint32_t vertex) {
    hops_.assign(boost::num_vertices(graph_->csr), unreached);
    hops_[vertex] = 0;
    boost::breadth_first_search(
        graph_->csr,
        vertex,
        boost::visitor(
            boost::make_bfs_visitor(boost::record_distances(hops_.data(), boost::on_tree_edge())))
            .color_map(boost::make_iterator_property_map(
                graph_->colour.begin(), boost::get(boost::vertex_index, graph_->csr))));
    return hops_;
}

std::int64_t max_flow(FlatGraph const& graph, std::uint32_t from, std::uint32_t to) {
    using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
    using Edge = Traits::edge_descriptor;
    using Properties =
        boost::property<boost::edge_capacity_t,
                        std::int64_t,
                        boost::property<boost::edge_residual_capacity_t,
                                        std::int64_t,
                                        boost::property<boost::edge_reverse_t, Edge>>>;
    using Graph = boost::
        adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Properties>;
    Graph network(graph.vertices);
    auto capacity = boost::get(boost::edge_capacity, network);
    auto reverse = boost::get(boost::edge_reverse, network);
    auto const add = [&](std::uint32_t a, std::uint32_t b, std::int64_t amount) {
        Edge const edge = boost::add_edge(a, b, network).first;
        capacity[edge] = amount;
        return edge;
    };
    // Each direction of a cable gets its own empty reverse arc: the algorithm requires reverse arcs without
    // capacity, and otherwise the result is not a flow.
    for (FlatGraph::Arc const& arc : graph.arcs) {
        Edge const there = add(arc.from, arc.to, arc.capacity);
        Edge const back = add(arc.to, arc.from, 0);
        reverse[there] = back;
        reverse[back] = there;
    }
    return boost::push_relabel_max_flow(network, from, to);
}

}  // namespace clustersim
