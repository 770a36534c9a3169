// SPDX-License-Identifier: Apache-2.0
#include "sim/study/benchmark_placement.hpp"

#include "models/fabric/build.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <utility>

namespace clustersim {
namespace {

std::optional<PlacementKind> kind_of(std::string const& text) {
    auto const* found = std::ranges::find(
        enum_names<PlacementKind>, text, &std::pair<std::string_view, PlacementKind>::first);
    return found == enum_names<PlacementKind>.end() ? std::nullopt : std::optional(found->second);
}

/// Gives the problems of one line their place in the file.
Diagnostic at_line(std::string const& file, int line, std::string message) {
    Diagnostic d = problem(Code::bad_syntax, std::move(message));
    d.where = {file, line, 1, 1};
    return d;
}

/// Names of nodes, each with its place in the file.
struct NodeList {
    std::vector<std::string> names;
    std::vector<SourceSpan> places;
};

Result<NodeList> names_in(std::string const& file) {
    auto const text = whole_text(file);
    if (!text) return failure(text.error());
    NodeList list;
    Diagnostics problems;
    std::istringstream lines(*text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
        if (line.empty() || line.front() == '#') continue;
        auto const hosts = expand_hostlist(line);
        if (!hosts) {
            problems.add(at_line(file, number, hosts.error()));
            continue;
        }
        list.names.insert(list.names.end(), hosts->begin(), hosts->end());
        list.places.resize(list.names.size(), {file, number, 1, static_cast<int>(line.size())});
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return list;
}

Result<std::vector<FabricNodeId>> chosen_nodes(Fabric const& fabric,
                                               std::vector<FabricNodeId> const& available,
                                               PlacementOptions const& options,
                                               int nodes) {
    auto const count = static_cast<std::size_t>(nodes);
    if (auto const kind = kind_of(options.placement)) {
        if (count > available.size()) {
            return failure(problem(
                Code::never_fits,
                fmt::format("{} nodes requested, but the fabric has {}", count, available.size())));
        }
        RandomStream random(options.seed, "placement");
        return place_nodes(fabric, available, count, *kind, random);
    }
    auto const list = names_in(options.placement);
    if (!list) return failure(list.error());
    if (list->names.size() != count) {
        return failure(problem(
            Code::inconsistent,
            fmt::format(
                "{} names {} nodes, --nodes {}", options.placement, list->names.size(), nodes)));
    }
    return nodes_by_name(fabric, available, list->names, list->places);
}

/// The nodes' numbers in the partition, for the closed forms.
std::vector<int> numbers_of(std::vector<FabricNodeId> const& nodes,
                            std::vector<FabricNodeId> const& available) {
    std::vector<int> numbers;
    for (FabricNodeId const node : nodes)
        numbers.push_back(static_cast<int>(std::ranges::find(available, node) - available.begin()));
    return numbers;
}

}  // namespace

Result<PlacedBenchmark> place_benchmark(ChosenPartition const& chosen,
                                        PlacementOptions const& options,
                                        int nodes,
                                        FlowTest test) {
    System const& system = chosen.loaded.system;
    NodeType const& type = chosen.node_type();
    FabricParameters const& parameters = system.fabric_of(type);
    auto const fabric = build_fabric(system, chosen.partition());
    if (!fabric) return failure(fabric.error());
    test.others = nodes_of(*fabric, system, chosen.partition());
    auto placed = chosen_nodes(*fabric, test.others, options, nodes);
    if (!placed) return failure(placed.error());
    test.nodes = std::move(*placed);
    test.background = options.background;
    test.seed = options.seed;
    PlacedBenchmark answer{
        span_of(type, parameters, numbers_of(test.nodes, test.others)), {}, std::nullopt};
    if (options.sampled) {
        auto traffic = SampledTraffic::of(test, *fabric, type, parameters.routing);
        if (!traffic) return failure(traffic.error());
        answer.traffic = std::move(*traffic);
        test.background = 0.0;
    }
    auto networks = networks_of_test(test, *fabric, type, parameters);
    if (!networks) return failure(networks.error());
    answer.networks = std::move(*networks);
    return answer;
}

}  // namespace clustersim
