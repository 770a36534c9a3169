// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/routing.hpp"

#include "models/fabric/analysis.hpp"
#include "models/fabric/build.hpp"
#include "tests/property/fabric/random_fabric.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

/// Checks that the route leads from port to port, link after link, without repeated vertices.
void check_route(Fabric const& fabric,
                 std::vector<LinkId> const& route,
                 EndpointId from,
                 EndpointId to) {
    RC_ASSERT(!route.empty());
    RC_ASSERT(route.front() == Fabric::injection(from));
    RC_ASSERT(route.back() == Fabric::ejection(to));
    std::set<VertexId> met{fabric.vertex(from)};
    VertexId at = fabric.vertex(from);
    for (LinkId const id : route) {
        RC_ASSERT(fabric.link(id).from == at);
        at = fabric.link(id).to;
        RC_ASSERT(met.insert(at).second);
    }
    RC_ASSERT(at == fabric.vertex(to));
}

std::pair<EndpointId, EndpointId> any_ends(Fabric const& fabric) {
    auto const count = static_cast<int>(fabric.endpoint_count());
    RC_PRE(count > 1);
    auto const from = static_cast<std::uint32_t>(*rc::gen::inRange(0, count));
    auto const step = static_cast<std::uint32_t>(*rc::gen::inRange(1, count));
    return {{from}, {(from + step) % fabric.endpoint_count()}};
}

/// The same graph as a user's edge list.
std::string edge_list_of(Fabric const& fabric) {
    std::string text = "from,to,bandwidth,latency,level\n";
    for (std::uint32_t id = 0; id < fabric.link_count(); id += 2) {
        Link const& link = fabric.link({id});
        std::string const to = fabric.switch_name(fabric.switch_of(link.to));
        std::string const from = fabric.is_switch(link.from)
                                     ? fabric.switch_name(fabric.switch_of(link.from))
                                     : fabric.node_name(fabric.endpoint({link.from.value}).node);
        text += fmt::format("{},{},{} B/s,{} s,{}\n",
                            from,
                            to,
                            link.capacity.si(),
                            link.latency.si(),
                            name_of(link.level));
    }
    return text;
}

}  // namespace

TEST_CASE("routes lead from port to port without loops, minimal ones within the diameter",
          "[fabric][property]") {
    CHECK(rc::check(
        "on every family and under every routing",
        [] {
            Fabric const fabric = build(any_shape(any_family(), false));
            auto const far = static_cast<std::size_t>(diameter(fabric));
            std::vector<Bandwidth> load(fabric.link_count());
            for (Bandwidth& one : load) one = bytes_per_second(1e9 * *rc::gen::inRange(0, 30));
            for (Routing const routing :
                 {Routing::minimal, Routing::ecmp, Routing::valiant, Routing::adaptive}) {
                Router router(fabric, routing);
                router.set_load(load);
                std::vector<LinkId> route;
                for (std::uint64_t flow = 0; flow < 4; ++flow) {
                    auto const [from, to] = any_ends(fabric);
                    router.route(from, to, flow, route);
                    check_route(fabric, route, from, to);
                    bool const direct = routing == Routing::minimal || routing == Routing::ecmp;
                    std::size_t const most = std::max<std::size_t>(far, 3);
                    RC_ASSERT(!direct || fabric.family() == FabricFamily::dragonfly ||
                              route.size() - 2 <= far);
                    RC_ASSERT(!direct || fabric.family() != FabricFamily::dragonfly ||
                              route.size() - 2 <= most);
                }
            }
        }));
}

TEST_CASE("a user's list of a fabric's cables gives the same fabric", "[fabric][property]") {
    CHECK(rc::check(
        "same sizes, diameter and bandwidth; routes as short as by search",
        [] {
            Fabric const fabric = build(any_shape(any_family(), false));
            auto const copy = parse_edge_list(edge_list_of(fabric), "copy.csv");
            RC_ASSERT(copy.has_value());
            RC_ASSERT(copy->endpoint_count() == fabric.endpoint_count());
            RC_ASSERT(copy->link_count() == fabric.link_count());
            RC_ASSERT(diameter(*copy) == diameter(fabric));
            auto const [from, to] = any_ends(fabric);
            std::vector<LinkId> searched;
            std::vector<LinkId> built;
            for (Routing const routing : {Routing::minimal, Routing::ecmp}) {
                Router(*copy, routing).route(from, to, 5, searched);
                check_route(*copy, searched, from, to);
                Router(fabric, routing).route(from, to, 5, built);
                RC_ASSERT(searched.size() <= built.size());
            }
            Router(*copy, Routing::valiant).route(from, to, 5, searched);
            check_route(*copy, searched, from, to);
        }));
}
