// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/scaling_names.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/model/step_table.hpp"
#include "sim/report/kernel_table_text.hpp"
#include "sim/study/step.hpp"

#include <array>
#include <memory>

namespace clustersim {
namespace {

constexpr std::array<std::pair<std::string_view, Spread>, 2> spread_names{
    {{"compact", Spread::compact}, {"spread", Spread::scattered}}};

struct StepCommand {
    StepQuestion question;
    bool kernels = false;  ///< list them, in place of the step
    bool detail = false;
    Format format = Format::table;
};

void predict(StepCommand const& command, CommandContext& context) {
    if (command.kernels) {
        auto const found = step_kernels(command.question, context.data.library());
        if (auto const* answer = context.answer_of(found)) context.print(step_kernels_csv(*answer));
        return;
    }
    StepQuestion question = command.question;
    // Only the notes on a table name them.
    question.names_faster = command.format != Format::json && command.format != Format::csv;
    auto const found = predict_steps(question, context.data.library());
    if (auto const* answer = context.answer_of(found))
        context.print(steps_text(*answer, command.format, command.detail));
}

}  // namespace

void add_step_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "step", "Predict time, throughput, memory and energy of a training step");
    auto command = std::make_shared<StepCommand>();
    StepQuestion& question = command->question;
    sub->add_option("APP", question.application, "an application by name or file")
        ->required()
        ->takes(ValueKind::application)
        ->example("gpt3-175b");
    sub->add_option("--framework",
                    question.framework,
                    "training software, such as huggingface (default: the application's)")
        ->example("huggingface");
    add_system_option(*sub, question.system)->required();
    add_partition_option(*sub, question.partition);
    sub->add_option("--nodes", question.nodes, "node counts, such as 16,32,64")
        ->required()
        ->delimiter(',')
        ->between(1, 1'000'000)
        ->unit("nodes")
        ->example("16,32,64");
    sub->add_option(
           "--plan",
           question.plan,
           "changes of the application's parallel plan: tp, pp, dp, cp, ep, vp, mb, acc, zero, "
           "shard, lora, frozen, saved, attention, paged, bucket, recompute, recompute-layers, "
           "recompute-every, schedule, sp, ends, etp, precision, graphs, dispatch, router; for "
           "example "
           "tp=8,pp=4,zero=1")
        ->example("tp=8,pp=4,zero=1");
    sub->add_option(
           "--sweep", question.sweep, "print a row for each value of one key, such as tp=1,2,4,8")
        ->example("tp=1,2,4,8");
    add_choice_option<Scaling>(
        *sub,
        "--scaling",
        question.scaling,
        scaling_names,
        "weak: keep the micro-batches per replica; strong: keep the global batch");
    add_choice_option<Spread>(*sub,
                              "--placement",
                              question.placement,
                              spread_names,
                              "compact, or spread over the machine");
    sub->add_option("--data",
                    question.data,
                    "where samples are read from: a file system of the machine, disk or ram of its "
                    "nodes, or synthetic (nothing is loaded); default: the application's")
        ->type_name("NAME");
    sub->add_option("--device-spread",
                    question.device_spread,
                    "coefficient of variation of the devices' step times, such as 0.01")
        ->between(0.0, 1.0)
        ->capture_default_str()
        ->unit("1")
        ->example("0.01");
    sub->add_flag(
        "--detail", command->detail, "print the parts of time and memory of several plans, too");
    add_format_option(*sub, command->format);
    auto* const kernels = sub->add_flag(
        "--kernels",
        command->kernels,
        "print the distinct kernels of the step with their predicted times as CSV, for "
        "tests/bench/gpu/kernels.py --shapes");
    for (char const* const other : {"--sweep", "--data", "--device-spread", "--format"})
        kernels->excludes(sub->get_option(other));
    make_rare(*sub, {"--data", "--device-spread", "--kernels"});
    sub->callback([command, &context] { predict(*command, context); });
    sub->footer(
        "Example: clustersim step gpt3-175b --system lumi --nodes 16,32,64 --scaling strong\n"
        "See also: docs/applications.md");
}

}  // namespace clustersim
