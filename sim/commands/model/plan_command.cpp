// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/model/plan_answer.hpp"
#include "sim/commands/model/plan_table.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

namespace clustersim {
namespace {

struct PlanCommand {
    PlanQuestion question;
    Format format = Format::table;
};

/// "2,200 plans in 560 µs, 3,930,000 plans/s". A time too short for the clock gives no rate.
std::string speed_text(std::size_t plans, double taken) {
    std::string const count = human_number(static_cast<double>(plans));
    if (taken <= 0.0) return fmt::format("{} plans\n", count);
    return fmt::format("{} plans in {}, {} plans/s\n",
                       count,
                       human(seconds(taken)),
                       human_number(static_cast<double>(plans) / taken));
}

void search(PlanCommand const& command, CommandContext& context) {
    auto const prepared = plan_setup(command.question, context.data.library());
    auto const* const setup = context.answer_of(prepared);
    if (setup == nullptr) return;
    using Clock = std::chrono::steady_clock;
    auto const start = Clock::now();
    auto const found = find_plans(*setup);
    std::chrono::duration<double> const taken = Clock::now() - start;
    auto const* const answer = context.answer_of(found);
    if (answer == nullptr) return;
    context.remark(speed_text(answer->looked_at, taken.count()));
    context.print(plans_text(*answer, command.format));
}

}  // namespace

void add_plan_command(Command& app, CommandContext& context) {
    auto* sub =
        app.add_subcommand("plan", "Find the fastest parallel plans that fit in memory on N GPUs");
    auto command = std::make_shared<PlanCommand>();
    PlanQuestion& question = command->question;
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
    sub->add_option("--gpus", question.gpus, "GPU counts, such as 256,512,1024")
        ->required()
        ->delimiter(',')
        ->between(1, 1'000'000)
        ->unit("GPUs")
        ->example("256,512,1024");
    sub->add_option(
           "--batch", question.global_batch, "samples per step (default: the application's)")
        ->between(1, 100'000'000)
        ->unit("samples");
    sub->add_option(
           "--hold",
           question.held,
           "parts that all plans have, such as tp=8,zero=1,lora=16 (keys: docs/applications.md)")
        ->example("tp=8,zero=1");
    sub->add_option("--top", question.top, "number of plans to print for each count")
        ->between(1, 1000)
        ->capture_default_str()
        ->unit("plans");
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { search(*command, context); });
    sub->footer("Example: clustersim plan gpt3-175b --system leonardo --gpus 1024\n"
                "See also: clustersim step, docs/applications.md");
}

}  // namespace clustersim
