// SPDX-License-Identifier: Apache-2.0
#include "sim/study/nccl_tests_answer.hpp"

#include "models/collective/domain.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/chosen_partition.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

int ranks_per_node(NcclTestsQuestion const& question, NodeType const& type) {
    return question.gpus_per_node > 0 ? question.gpus_per_node : type.gpus;
}

/// All parts of the question that are impossible on the machine.
Diagnostics problems_of(NcclTestsQuestion const& question, ChosenPartition const& chosen) {
    Diagnostics problems;
    Partition const& partition = chosen.partition();
    NodeType const& type = chosen.node_type();
    if (question.nodes > partition.nodes) {
        problems.add(problem(Code::never_fits,
                             fmt::format("{} nodes requested, but {} has {} in \"{}\"",
                                         question.nodes,
                                         chosen.loaded.system.name,
                                         partition.nodes,
                                         partition.name)));
    }
    if (question.gpus_per_node > type.gpus) {
        problems.add(problem(Code::never_fits,
                             fmt::format("{} ranks per node, but only {} GPUs per node of \"{}\"",
                                         question.gpus_per_node,
                                         type.gpus,
                                         type.name)));
    }
    int const per_node = ranks_per_node(question, type);
    if (question.sharing * per_node > type.gpus && question.gpus_per_node <= type.gpus) {
        problems.add(problem(Code::never_fits,
                             fmt::format("{} groups of {} ranks on the {} GPUs of a node",
                                         question.sharing,
                                         per_node,
                                         type.gpus)));
    }
    if (question.nodes * per_node < 2) {
        problems.add(problem(Code::never_fits,
                             "a collective needs at least two ranks, but this run has one"));
    }
    if (question.algorithm && !has_algorithm(question.collective, *question.algorithm)) {
        problems.add(problem(Code::inconsistent,
                             fmt::format("there is no {} algorithm for {}",
                                         name_of(*question.algorithm),
                                         name_of(question.collective))));
    }
    if (question.placement.background > 0.0 && question.model != TestModel::flow) {
        problems.add(problem(Code::inconsistent,
                             "the formulas ignore other jobs: --background needs --model flow"));
    }
    if (question.traffic == TrafficModel::flows && question.placement.background <= 0.0) {
        problems.add(
            problem(Code::inconsistent,
                    "there are no other jobs to sample: --traffic flows needs --background"));
    }
    return problems;
}

/// The test on the levels of the machine for the model and the placement, and the background flows if they are sampled.
struct TestCase {
    NcclTest test;
    std::optional<SampledTraffic> traffic;
};

Result<TestCase> test_on(NcclTestsQuestion const& question, ChosenPartition const& chosen) {
    NodeType const& type = chosen.node_type();
    FabricParameters const& fabric = chosen.loaded.system.fabric_of(type);
    std::string const& where = question.placement.placement;
    bool const flow = question.model == TestModel::flow;
    TestCase out;
    NcclTest& test = out.test;
    test.collective = question.collective;
    test.algorithm = question.algorithm;
    test.group.per_node = ranks_per_node(question, type);
    test.group.members = test.group.per_node * question.nodes;
    test.group.sharing = question.sharing;
    bool const apart = where == "spread" || where == "random";
    Spread const spread = apart ? Spread::scattered : Spread::compact;
    test.group.per_node *= linked_nodes(type, question.nodes, spread);
    if (!flow && (where == "compact" || where == "spread")) {
        test.network = network_of(type, fabric, question.nodes, spread);
        return out;
    }
    FlowTest flows;
    flows.collective = test.collective;
    flows.group = test.group;
    PlacementOptions placement = question.placement;
    placement.sampled = question.traffic == TrafficModel::flows;
    auto placed = place_benchmark(chosen, placement, question.nodes, std::move(flows));
    if (!placed) return failure(std::move(placed.error()));
    test.network = network_of(type, fabric, placed->span);
    if (flow) test.placed = std::move(placed->networks);
    out.traffic = std::move(placed->traffic);
    return out;
}

/// Adds measured times of the same collective and number of ranks to their rows.
Result<void> add_measured_file(NcclTestsQuestion const& question,
                               NcclTest const& test,
                               std::vector<NcclTestRow>& rows) {
    auto const text = whole_text(question.measured);
    if (!text) return failure(text.error());
    auto measured =
        parse_measured(*text, question.measured.string(), question.collective, test.group.members);
    if (!measured) return failure(measured.error());
    std::erase_if(*measured, [&](MeasuredCollective const& row) {
        return row.collective != question.collective || row.members != test.group.members;
    });
    add_measured(rows, test, *measured);
    return {};
}

/// "random, flows among others that communicate 50 % of the time"
std::string placement_text(NcclTestsQuestion const& question) {
    std::string text = question.placement.placement;
    if (question.model == TestModel::flow) text += ", flows";
    if (question.placement.background > 0.0) {
        text += fmt::format(" among others that communicate {:.3g} % of the time",
                            100.0 * question.placement.background);
        if (question.traffic == TrafficModel::flows)
            text += fmt::format(", flow by flow, mean of {} moments", SampledTraffic::samples);
    }
    return text;
}

}  // namespace

Answered<NcclTestsAnswer> predict_nccl_tests(NcclTestsQuestion const& question,
                                             Library const& library) {
    Answered<NcclTestsAnswer> out;
    auto found = gpu_partition(machine_catalogue(library.systems, library.kept_machines()),
                               question.system,
                               question.partition);
    ChosenPartition const* const chosen = out.value_of(found);
    if (chosen == nullptr) return out;
    out.problems.append(problems_of(question, *chosen));
    if (out.problems.has_errors()) return out;
    auto prepared = test_on(question, *chosen);
    TestCase* const made = out.value_of(prepared);
    if (made == nullptr) return out;
    NcclTest const& test = made->test;
    if (test.algorithm &&
        !shape_of(test.collective, *test.algorithm, test.group, test.network).possible) {
        out.problems.add(problem(Code::never_fits,
                                 fmt::format("the nodes of \"{}\" are not wired for {} {}",
                                             chosen->node_type().name,
                                             name_of(*test.algorithm),
                                             name_of(test.collective))));
        return out;
    }
    std::vector<NcclTestRow> rows = run_nccl_test(test, question.sizes);
    if (!question.measured.empty()) {
        if (auto const added = add_measured_file(question, test, rows); !added) {
            out.problems.append(added.error());
            return out;
        }
    }
    if (made->traffic) {
        if (auto const sampled = sample_rows(rows, test, *made->traffic); !sampled) {
            out.problems.append(sampled.error());
            return out;
        }
    }
    out.answer = NcclTestsAnswer{chosen->loaded.system.name,
                                 chosen->partition().name,
                                 question.nodes,
                                 ranks_per_node(question, chosen->node_type()),
                                 placement_text(question),
                                 question.collective,
                                 std::move(rows)};
    return out;
}

}  // namespace clustersim
