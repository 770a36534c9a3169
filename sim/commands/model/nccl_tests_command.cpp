// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/core/size_text.hpp"
#include "sim/report/collective_table.hpp"
#include "sim/study/nccl_tests_answer.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

namespace clustersim {
namespace {

enum class TestFormat { text, json };
constexpr std::array<std::pair<std::string_view, TestFormat>, 2> test_format_names{
    {{"text", TestFormat::text}, {"json", TestFormat::json}}};
constexpr std::array<std::pair<std::string_view, TestModel>, 2> model_names{
    {{"closed", TestModel::closed}, {"flow", TestModel::flow}}};
constexpr std::array<std::pair<std::string_view, TrafficModel>, 2> traffic_names{
    {{"mean", TrafficModel::mean}, {"flows", TrafficModel::flows}}};

struct NcclTestsCommand {
    NcclTestsQuestion question;
    TestFormat format = TestFormat::text;
};

void predict(NcclTestsCommand const& command, CommandContext& context) {
    SizeSweep const& sizes = command.question.sizes;
    if (sizes.last < sizes.first) {
        Diagnostics wrong;
        wrong.add(problem(Code::inconsistent,
                          fmt::format("the last size, {:.0f} B, is below the first, {:.0f} B",
                                      sizes.last.si(),
                                      sizes.first.si()),
                          "give -e at least the value of -b"));
        context.set_exit(Fault::usage);  // the code of the message would blame a file
        context.report(wrong);
        return;
    }
    auto const found = predict_nccl_tests(command.question, context.data.library());
    auto const* const answer = context.answer_of(found);
    if (answer == nullptr) return;
    context.print(command.format == TestFormat::json ? nccl_tests_json(*answer)
                                                     : nccl_tests_text(*answer));
}

OptionRow* add_size_option(Command& sub,
                           std::string const& name,
                           Bytes& size,
                           std::string const& description) {
    return sub
        .add_option_function(
            name, [&size](std::string const& text) { size = *parse_size(text); }, description)
        ->check([](std::string const& text) {
            auto const read = parse_size(text);
            return read ? std::string{}
                        : fmt::format("{}: {} is expected", read.error(), size_expected);
        })
        ->type_name("SIZE");
}

/// The machine, and how the run lies on it.
void add_run_options(Command& sub, NcclTestsQuestion& question) {
    add_system_option(sub, question.system)->required();
    add_partition_option(sub, question.partition);
    sub.add_option("--nodes", question.nodes, "number of nodes")
        ->required()
        ->between(1, 1'000'000)
        ->type_name("N")
        ->unit("nodes");
    sub.add_option(
           "--gpus-per-node", question.gpus_per_node, "ranks per node (default: all its GPUs)")
        ->between(1, 1'000'000)
        ->type_name("N")
        ->unit("GPUs");
    sub.add_option("--groups",
                   question.sharing,
                   "number of equal groups that run on the nodes at the same time")
        ->between(1, 1'000'000)
        ->type_name("N")
        ->capture_default_str()
        ->unit("groups");
}

/// Where the nodes of the run are, and what else uses their network.
void add_network_options(Command& sub, NcclTestsQuestion& question) {
    sub.add_option("--placement",
                   question.placement.placement,
                   "compact: fill group by group; spread: distribute over the groups; random; or a "
                   "file of node names")
        ->type_name("WHERE")
        ->capture_default_str();
    add_choice_option<TestModel>(sub,
                                 "--model",
                                 question.model,
                                 model_names,
                                 "closed: use formulas; flow: simulate every flow on its route");
    sub.add_option(
           "--background",
           question.placement.background,
           "share of the time in which jobs on all other nodes communicate (needs --model flow)")
        ->between(0.0, 1.0)
        ->type_name("LOAD")
        ->capture_default_str()
        ->unit("1")
        ->example("0.3");
    add_choice_option<TrafficModel>(sub,
                                    "--traffic",
                                    question.traffic,
                                    traffic_names,
                                    "of the background. mean: what it leaves of each link on "
                                    "average; flows: every flow of every job, with what it "
                                    "has to send, at 20 moments");
    add_seed_option(sub, question.placement.seed)->capture_default_str();
}

}  // namespace

void add_nccl_tests_command(Command& app, CommandContext& context) {
    auto* sub =
        app.add_subcommand("nccl-tests", "Predict what nccl-tests would print for a collective");
    auto command = std::make_shared<NcclTestsCommand>();
    NcclTestsQuestion& question = command->question;
    add_run_options(*sub, question);
    add_choice_option<Collective>(
        *sub, "--collective", question.collective, collective_names(), "collective operation");
    add_choice_option<Algorithm>(*sub,
                                 "--algorithm",
                                 question.algorithm,
                                 algorithm_names(),
                                 "algorithm (default: the fastest that the library would choose)");
    add_size_option(*sub, "-b,--minbytes", question.sizes.first, "first size: 8, 64K, 8M, 1G")
        ->default_val("8");
    add_size_option(*sub, "-e,--maxbytes", question.sizes.last, "last size")->default_val("128M");
    sub->add_option(
           "-f,--stepfactor", question.sizes.factor, "ratio of each size to the previous one")
        ->between(1.01, 1e6)
        ->type_name("X")
        ->capture_default_str()
        ->unit("1");
    add_network_options(*sub, question);
    sub->add_option("--measured",
                    question.measured,
                    "CSV file with size_bytes and time_us, printed next to the prediction")
        ->takes(ValueKind::file, "FILE");
    add_own_format_option<TestFormat>(*sub, command->format, test_format_names);
    make_rare(*sub, {"--groups", "--background", "--traffic", "--seed", "--measured"});
    sub->footer(
        "Examples:\n"
        "  clustersim nccl-tests --system marenostrum5 --nodes 2 -b 8 -e 8M -f 2\n"
        "  clustersim nccl-tests --system lumi --nodes 16 --gpus-per-node 1 --groups 8 -b 1G -e "
        "4G\n"
        "  clustersim nccl-tests --system leonardo --nodes 64 --placement random --model flow "
        "--background 0.3\n"
        "See also: docs/collectives.md, docs/network.md, clustersim fit links --help");
    sub->callback([command, &context] { predict(*command, context); });
}

}  // namespace clustersim
