// SPDX-License-Identifier: Apache-2.0
#include "models/machine/accelerator_config.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/report/inference_table.hpp"
#include "sim/study/inference.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace clustersim {
namespace {

struct InferenceCommand {
    InferenceQuestion question;
    Format format = Format::table;
};

void predict_serving(InferenceCommand const& command, CommandContext& context) {
    auto const found = predict_inference(command.question, context.data.library());
    if (auto const* answer = context.answer_of(found))
        context.print(inference_text(*answer, command.format));
}

}  // namespace

void add_inference_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "inference",
        "Predict latency, throughput and memory of serving a language model on N GPUs");
    auto command = std::make_shared<InferenceCommand>();
    InferenceQuestion& question = command->question;
    question.batches = {1};
    sub->add_option("APP", question.application, "a language model by name or file")->required();
    sub->add_option("--system", question.system, "a machine by name or file")->required();
    sub->add_option(
        "--partition", question.partition, "partition (default: the machine's with GPUs)");
    sub->add_option("--gpus", question.gpus, "GPUs in all (default: 1)")
        ->check(CLI::Range(1, 1'000'000));
    sub->add_option("--tensor",
                    question.tensor,
                    "GPUs that hold one replica (default: all, at most those of a node)")
        ->check(CLI::Range(1, 1024));
    sub->add_option(
           "--batch", question.batches, "requests at the same time, such as 1,16,64 (default: 1)")
        ->delimiter(',')
        ->check(CLI::Range(1, 1'000'000));
    sub->add_option("--prompt", question.prompt, "tokens of a prompt (default: 1024)")
        ->check(CLI::Range(1, 10'000'000));
    sub->add_option("--output", question.output, "tokens to generate (default: 256)")
        ->check(CLI::Range(1, 10'000'000));
    add_choice_option<Precision>(*sub,
                                 "--precision",
                                 question.precision,
                                 precision_names(),
                                 "of the weights (default: bf16)");
    auto const cache = std::make_shared<Precision>(Precision::bf16);
    auto* const option = add_choice_option<Precision>(
        *sub, "--cache", *cache, precision_names(), "of keys and values (default: as the weights)");
    add_format_option(*sub, command->format);
    sub->callback([command, cache, option, &context] {
        if (option->count() > 0) command->question.cache = *cache;
        predict_serving(*command, context);
    });
    sub->footer(
        "Example: clustersim inference llama-70b --system marenostrum5 --gpus 4 --batch 1,16,64 "
        "--precision fp8\n"
        "See also: docs/inference.md");
}

}  // namespace clustersim
