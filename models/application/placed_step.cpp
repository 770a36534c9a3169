// SPDX-License-Identifier: Apache-2.0
#include "models/application/placed_step.hpp"

#include "models/application/placed_groups.hpp"
#include "models/collective/flow_pattern.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace clustersim {
namespace {

/// Latency of the routes in addition to a step between two ports under one switch.
Duration extra_latency(Routes const& routes, FlowNetwork const& network) {
    Duration extra{};
    if (routes.size() == 0) return extra;
    for (std::size_t flow = 0; flow < routes.size(); ++flow) {
        auto const route = routes[flow];
        extra += latency_of(network, route);
        if (!route.empty()) extra -= network.links[route.front()].latency;
        if (route.size() > 1) extra -= network.links[route.back()].latency;
    }
    return extra / static_cast<double>(routes.size());
}

PlacedStep step_in(TrainingSetup const& setup, StepContext context) {
    auto at = [model = setup.application.model, plan = setup.plan, context](Bandwidth port) {
        StepContext now = context;
        now.network.nic = std::min(now.network.nic, port);
        now.network.nic_send = std::min(now.network.nic_send, port);
        return std::visit([&](auto const& m) { return step_time(m, plan, now); }, model);
    };
    StepTime const quiet = at(context.network.nic);
    PlacedStep placed;
    placed.step.at_rate = [at](Bandwidth port) { return at(port).total; };
    placed.step.port = context.network.nic;
    placed.step.compute = quiet.compute + quiet.host + quiet.idle + quiet.bubble + quiet.optimizer;
    placed.step.devices = setup.plan.devices();
    placed.at = std::move(at);
    return placed;
}

}  // namespace

Result<PlacedStep> placed_step(TrainingSetup const& setup,
                               Fabric const& fabric,
                               FlowNetwork const& network,
                               std::span<FabricNodeId const> nodes) {
    auto context = prepare_step(setup.application, setup.platform, setup.plan);
    if (!context) return failure(context.error());
    int const linked = context->devices_per_node / std::max(1, setup.platform.node.gpus);
    auto const groups = data_groups(setup.platform.node, setup.plan, nodes, linked);
    auto routes = route_all(network, messages_of(fabric, FlowPattern::ring, groups));
    if (!routes) return failure(routes.error());

    FabricSpan untapered;
    untapered.nodes = static_cast<int>(nodes.size());
    context->network = network_of(setup.platform.node, setup.platform.fabric, untapered);
    context->network.nic_latency += extra_latency(*routes, network);
    PlacedStep placed = step_in(setup, std::move(*context));
    placed.routes = std::move(*routes);
    placed.step.flows_per_port = busiest_port(placed.routes);
    return placed;
}

Result<PlacedStep> placed_step(TrainingSetup const& setup, FabricSpan const& span) {
    auto context = prepare_step(setup.application, setup.platform, setup.plan);
    if (!context) return failure(context.error());
    context->network = network_of(setup.platform.node, setup.platform.fabric, span);
    return step_in(setup, std::move(*context));
}

}  // namespace clustersim
