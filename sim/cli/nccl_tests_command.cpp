// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/collective_options.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/number_option.hpp"
#include "sim/cli/test_placement.hpp"
#include "sim/report/collective_table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

enum class TestFormat { text, json };
constexpr std::array<std::pair<std::string_view, TestFormat>, 2> test_format_names{
    {{"text", TestFormat::text}, {"json", TestFormat::json}}};
enum class TestModel { closed, flow };
constexpr std::array<std::pair<std::string_view, TestModel>, 2> model_names{
    {{"closed", TestModel::closed}, {"flow", TestModel::flow}}};

enum class TrafficModel { mean, flows };
constexpr std::array<std::pair<std::string_view, TrafficModel>, 2> traffic_names{
    {{"mean", TrafficModel::mean}, {"flows", TrafficModel::flows}}};

struct NcclTestsCommand {
    std::string system;
    std::string partition;
    int nodes = 1;
    int gpus_per_node = 0;
    int sharing = 1;
    Collective collective = Collective::all_reduce;
    std::optional<Algorithm> algorithm;
    Algorithm named_algorithm = Algorithm::ring;
    SizeSweep sizes;
    TestModel model = TestModel::closed;
    PlacementOptions placement;
    TrafficModel traffic = TrafficModel::mean;
    std::filesystem::path measured;
    TestFormat format = TestFormat::text;
};

/// "8", "64K", "8M", "1G" as nccl-tests reads them: powers of two. Nothing when it is something else.
/// None but for a size of at least one byte and at most an exbibyte: larger ones, infinite ones
/// among them, would be stepped towards for ever.
std::optional<Bytes> size_of(std::string const& text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    std::string_view const unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit == "K" || unit == "k")
        value *= 0x1p10;
    else if (unit == "M" || unit == "m")
        value *= 0x1p20;
    else if (unit == "G" || unit == "g")
        value *= 0x1p30;
    else if (!unit.empty())
        return std::nullopt;
    // Told this way round, what is not a number is refused too.
    bool const is_size = error == std::errc{} && value >= 1.0 && value <= 0x1p60;
    return is_size ? std::optional(bytes(value)) : std::nullopt;
}

/// Everything about the command that the machine makes impossible.
Diagnostics problems_of(NcclTestsCommand const& command, ChosenPartition const& chosen) {
    Diagnostics problems;
    Partition const& partition = chosen.partition();
    NodeType const& type = chosen.node_type();
    if (command.nodes > partition.nodes) {
        problems.add(problem(Code::never_fits,
                             fmt::format("{} nodes asked for, {} has {} in \"{}\"",
                                         command.nodes,
                                         chosen.loaded.system.name,
                                         partition.nodes,
                                         partition.name)));
    }
    if (command.gpus_per_node > type.gpus) {
        problems.add(problem(Code::never_fits,
                             fmt::format("{} ranks a node, one each on the {} GPUs of \"{}\"",
                                         command.gpus_per_node,
                                         type.gpus,
                                         type.name)));
    }
    int const per_node = command.gpus_per_node > 0 ? command.gpus_per_node : type.gpus;
    if (command.sharing * per_node > type.gpus && command.gpus_per_node <= type.gpus) {
        problems.add(problem(Code::never_fits,
                             fmt::format("{} groups of {} ranks on the {} GPUs of a node",
                                         command.sharing,
                                         per_node,
                                         type.gpus)));
    }
    if (command.nodes * per_node < 2) {
        problems.add(problem(Code::never_fits, "a collective needs two ranks, this has one"));
    }
    if (command.algorithm && !has_algorithm(command.collective, *command.algorithm)) {
        problems.add(problem(Code::inconsistent,
                             fmt::format("there is no {} algorithm for {}",
                                         name_of(*command.algorithm),
                                         name_of(command.collective))));
    }
    if (command.placement.background > 0.0 && command.model != TestModel::flow) {
        problems.add(problem(Code::inconsistent,
                             "the formulas know no other jobs: --background needs --model flow"));
    }
    if (command.traffic == TrafficModel::flows && command.placement.background <= 0.0) {
        problems.add(problem(Code::inconsistent,
                             "there is nobody to sample: --traffic flows needs a --background"));
    }
    return problems;
}

/// The machine's levels as the model and the placement say, and the others on them where they are
/// sampled; false when there are none.
bool add_networks(NcclTest& test,
                  std::optional<SampledTraffic>& traffic,
                  NcclTestsCommand const& command,
                  ChosenPartition const& chosen,
                  CommandContext& context) {
    NodeType const& type = chosen.node_type();
    FabricParameters const& fabric = chosen.loaded.system.fabric_of(type);
    std::string const& where = command.placement.placement;
    bool const flow = command.model == TestModel::flow;
    if (!flow && (where == "compact" || where == "spread")) {
        test.network = network_of(
            type, fabric, command.nodes, where == "compact" ? Spread::compact : Spread::scattered);
        return true;
    }
    FlowTest question;
    question.collective = test.collective;
    question.group = test.group;
    PlacementOptions where_and_who = command.placement;
    where_and_who.sampled = command.traffic == TrafficModel::flows;
    auto placed = place_test(chosen, where_and_who, command.nodes, std::move(question));
    if (context.value_of(placed) == nullptr) return false;
    test.network = network_of(type, fabric, placed->span);
    if (flow) test.placed = std::move(placed->networks);
    traffic = std::move(placed->traffic);
    return true;
}

/// "random, flows among others that communicate 50 % of the time"
std::string placement_text(NcclTestsCommand const& command) {
    std::string text = command.placement.placement;
    if (command.model == TestModel::flow) text += ", flows";
    if (command.placement.background > 0.0) {
        text += fmt::format(" among others that communicate {:.3g} % of the time",
                            100.0 * command.placement.background);
        if (command.traffic == TrafficModel::flows)
            text += fmt::format(", flow by flow, mean of {} moments", SampledTraffic::draws);
    }
    return text;
}

void predict_tests(NcclTestsCommand const& command, CommandContext& context) {
    if (command.sizes.last < command.sizes.first) {
        Diagnostics wrong;
        wrong.add(problem(Code::inconsistent,
                          fmt::format("the last size, {:.0f} B, is below the first, {:.0f} B",
                                      command.sizes.last.si(),
                                      command.sizes.first.si()),
                          "give -e at least what -b says"));
        context.set_exit(Fault::usage);  // not a file's fault, as the message's code would say
        context.tell(wrong);
        return;
    }
    auto found =
        gpu_partition(Catalogue(context.data.systems()), command.system, command.partition);
    ChosenPartition const* chosen = context.value_of(found);
    if (chosen == nullptr) return;
    Diagnostics const problems = problems_of(command, *chosen);
    if (problems.has_errors()) {
        context.tell(problems);
        return;
    }
    NodeType const& type = chosen->node_type();
    NcclTest test;
    test.collective = command.collective;
    test.algorithm = command.algorithm;
    test.group.per_node = command.gpus_per_node > 0 ? command.gpus_per_node : type.gpus;
    test.group.members = test.group.per_node * command.nodes;
    test.group.sharing = command.sharing;
    std::optional<SampledTraffic> traffic;
    if (!add_networks(test, traffic, command, *chosen, context)) return;
    if (test.algorithm &&
        !shape_of(test.collective, *test.algorithm, test.group, test.network).possible) {
        Diagnostics impossible;
        impossible.add(problem(Code::never_fits,
                               fmt::format("the nodes of \"{}\" are not wired for {} {}",
                                           type.name,
                                           name_of(*test.algorithm),
                                           name_of(test.collective))));
        context.tell(impossible);
        return;
    }
    std::vector<NcclTestRow> rows = run_nccl_test(test, command.sizes);
    if (!command.measured.empty()) {
        auto text = whole_text(command.measured);
        if (context.value_of(text) == nullptr) return;
        auto measured = parse_measured(
            *text, command.measured.string(), command.collective, test.group.members);
        if (context.value_of(measured) == nullptr) return;
        std::erase_if(*measured, [&](MeasuredCollective const& row) {
            return row.collective != command.collective || row.members != test.group.members;
        });
        add_measured(rows, test, *measured);
    }
    if (traffic) sample_rows(rows, test, *traffic);
    NcclTestHeading const heading{chosen->loaded.system.name,
                                  chosen->partition().name,
                                  command.nodes,
                                  test.group.per_node,
                                  placement_text(command)};
    context.print(command.format == TestFormat::json
                      ? nccl_tests_json(heading, command.collective, rows)
                      : nccl_tests_text(heading, command.collective, rows));
}

void add_size_option(CLI::App& sub,
                     std::string const& name,
                     Bytes& size,
                     std::string const& description) {
    sub.add_option_function<std::string>(
           name, [&size](std::string const& text) { size = *size_of(text); }, description)
        ->check(
            [](std::string const& text) {
                return size_of(text)
                           ? std::string{}
                           : fmt::format("\"{}\" is no size such as 8, 64K, 8M or 1G", text);
            },
            "")
        ->type_name("SIZE");
}

}  // namespace

void add_nccl_tests_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "nccl-tests", "Predict what nccl-tests would print for a collective on some nodes");
    auto command = std::make_shared<NcclTestsCommand>();
    sub->add_option("--system", command->system, "a machine of `systems list`, or a file")
        ->required()
        ->type_name("NAME");
    sub->add_option("--partition",
                    command->partition,
                    "of the machine; the usual one with GPUs if not given")
        ->type_name("NAME");
    sub->add_option("--nodes", command->nodes, "nodes of the run")
        ->required()
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N");
    sub->add_option(
           "--gpus-per-node", command->gpus_per_node, "ranks of a node; all its GPUs if not given")
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N");
    sub->add_option(
           "--groups", command->sharing, "such groups that run on the nodes at the same time")
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N");
    add_choice_option<Collective>(
        *sub,
        "--collective",
        command->collective,
        collective_names(),
        "all_reduce (the default), all_gather, reduce_scatter, broadcast, "
        "alltoall or sendrecv");
    auto* algorithm = add_choice_option<Algorithm>(
        *sub,
        "--algorithm",
        command->named_algorithm,
        algorithm_names(),
        "ring, tree, hierarchical, in_switch or pairwise; the quickest "
        "of those that a library chooses from if not given");
    add_size_option(*sub, "-b,--minbytes", command->sizes.first, "first size: 8, 64K, 8M, 1G");
    add_size_option(*sub, "-e,--maxbytes", command->sizes.last, "last size");
    sub->add_option("-f,--stepfactor", command->sizes.factor, "each size over the one before")
        ->check(number_between(1.01, 1e6))
        ->type_name("X");
    sub->add_option("--placement",
                    command->placement.placement,
                    "compact (the default): group by group; spread: over the groups; random; or a "
                    "file of node names")
        ->type_name("WHERE");
    add_choice_option<TestModel>(*sub,
                                 "--model",
                                 command->model,
                                 model_names,
                                 "closed (the default): formulas; flow: every flow on its route");
    sub->add_option("--background",
                    command->placement.background,
                    "share of the time in which jobs on all other nodes "
                    "communicate, with --model flow")
        ->check(number_between(0.0, 1.0))
        ->type_name("LOAD");
    add_choice_option<TrafficModel>(*sub,
                                    "--traffic",
                                    command->traffic,
                                    traffic_names,
                                    "of the background. mean (the default): what it leaves of each "
                                    "link on average; flows: every flow of every job, with what it "
                                    "has to send, at 20 moments");
    sub->add_option("--seed", command->placement.seed, "of random placements and backgrounds")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    sub->add_option("--measured",
                    command->measured,
                    "a CSV file with size_bytes and time_us, to be put beside the prediction")
        ->type_name("FILE");
    add_choice_option<TestFormat>(
        *sub, "--format", command->format, test_format_names, "text (the default) or json");
    sub->footer(
        "Examples:\n"
        "  clustersim nccl-tests --system marenostrum5 --nodes 2 -b 8 -e 8M -f 2\n"
        "  clustersim nccl-tests --system lumi --nodes 16 --gpus-per-node 1 --groups 8 -b 1G -e "
        "4G\n"
        "  clustersim nccl-tests --system leonardo --nodes 64 --placement random --model flow "
        "--background 0.3\n"
        "See also: docs/collectives.md, docs/network.md, clustersim calibrate collectives --help");
    sub->callback([command, algorithm, &context] {
        if (algorithm->count() > 0) command->algorithm = command->named_algorithm;
        predict_tests(*command, context);
    });
}

}  // namespace clustersim
