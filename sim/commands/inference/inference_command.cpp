// SPDX-License-Identifier: Apache-2.0
#include "models/machine/accelerator_config.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/inference/inference_answer.hpp"
#include "sim/commands/inference/inference_table.hpp"
#include "sim/commands/inference/serving.hpp"
#include "sim/commands/inference/serving_table.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace clustersim {
namespace {

/// Both kinds of question about one site.
struct InferenceCommand {
    ServingSite site;
    std::vector<int> batches{1};
    ServingQuestion load;
    std::vector<OptionRow*> only_under_load;
    Format format = Format::table;

    [[nodiscard]] bool under_load() const { return !load.rates.empty() || !load.clients.empty(); }
};

void predict_batches(InferenceCommand const& command, CommandContext& context) {
    auto const found = predict_inference({command.site, command.batches}, context.data.library());
    if (auto const* answer = context.answer_of(found))
        context.print(inference_text(*answer, command.format));
}

void predict_load(InferenceCommand& command, CommandContext& context) {
    command.load.site = command.site;
    auto const found = predict_serving(command.load, context.data.library());
    if (auto const* answer = context.answer_of(found))
        context.print(serving_text(*answer, command.format));
}

Diagnostics misused(InferenceCommand const& command) {
    Diagnostics problems;
    for (OptionRow const* option : command.only_under_load)
        if (option->count() > 0 && !command.under_load())
            problems.add(
                problem(Code::wrong_usage,
                        fmt::format("{} describes requests that come and go", option->spec().name),
                        "add --rate or --concurrency"));
    return problems;
}

void answer_inference(InferenceCommand& command, CommandContext& context) {
    if (auto const problems = misused(command); problems.has_errors())
        context.report(problems);
    else if (command.under_load())
        predict_load(command, context);
    else
        predict_batches(command, context);
}

void add_site_options(Command& sub, InferenceCommand& command) {
    ServingSite& site = command.site;
    sub.add_option("APP", site.application, "a language model by name or file")
        ->required()
        ->takes(ValueKind::application)
        ->example("llama-70b");
    add_system_option(sub, site.system)->required();
    add_partition_option(sub, site.partition);
    sub.add_option("--gpus", site.gpus, "GPUs in all")
        ->between(1, 1'000'000)
        ->capture_default_str()
        ->unit("GPUs");
    sub.add_option("--tensor",
                   site.tensor,
                   "GPUs that hold one replica (default: all, at most those of a node)")
        ->between(1, 1024)
        ->unit("GPUs");
    sub.add_option("--batch", command.batches, "requests at the same time, such as 1,16,64")
        ->delimiter(',')
        ->between(1, 1'000'000)
        ->default_val("1")
        ->unit("requests")
        ->example("1,16,64");
    sub.add_option("--prompt", site.prompt, "tokens of a prompt")
        ->between(1, 10'000'000)
        ->capture_default_str()
        ->unit("tokens");
    sub.add_option("--output", site.output, "tokens to generate")
        ->between(1, 10'000'000)
        ->capture_default_str()
        ->unit("tokens");
    add_choice_option<Precision>(
        sub, "--precision", site.precision, precision_names(), "of the weights");
    add_choice_option<Precision>(sub,
                                 "--cache",
                                 site.cache,
                                 precision_names(),
                                 "of keys and values (default: as the weights)");
}

/// Options of requests that come and go.
void add_load_options(Command& sub, InferenceCommand& command) {
    ServingQuestion& load = command.load;
    sub.add_option(
           "--rate", load.rates, "requests/s over all replicas, at random times, such as 0.5,1,2")
        ->delimiter(',')
        ->between(1e-6, 1e6)
        ->excludes("--batch")
        ->unit("requests/s")
        ->example("0.5,1,2");
    sub.add_option("--concurrency",
                   load.clients,
                   "clients that always have one request each, such as 1,10,50")
        ->delimiter(',')
        ->between(1, 100'000)
        ->excludes("--batch")
        ->excludes("--rate")
        ->unit("clients")
        ->example("1,10,50");
    command.only_under_load = {
        sub.add_option("--max-batch",
                       load.settings.largest_batch,
                       "requests that a replica runs at the same time")
            ->between(1, 100'000)
            ->capture_default_str()
            ->unit("requests"),
        sub.add_option("--pass-tokens", load.settings.pass_tokens, "tokens of one pass")
            ->between(1, 1'000'000)
            ->capture_default_str()
            ->unit("tokens"),
        add_choice_option<PrefillPolicy>(sub,
                                         "--prefill",
                                         load.settings.prefill,
                                         prefill_names,
                                         "prompts: chunked, with the tokens of others, or first"),
        sub.add_option("--spread", load.spread, "standard deviation of the lengths over their mean")
            ->between(0.0, 2.0)
            ->capture_default_str()
            ->unit("1"),
        add_seed_option(sub, load.seed)->capture_default_str()};
}

}  // namespace

void add_inference_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("inference",
                                   "Predict latency, throughput and memory of serving a model");
    auto command = std::make_shared<InferenceCommand>();
    add_site_options(*sub, *command);
    add_load_options(*sub, *command);
    add_format_option(*sub, command->format, document_format_names);
    make_rare(*sub, {"--cache", "--max-batch", "--pass-tokens", "--prefill", "--spread", "--seed"});
    sub->callback([command, &context] { answer_inference(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim inference llama-70b --system marenostrum5 --gpus 4 --batch 1,16,64 "
                "--precision fp8\n"
                "  clustersim inference llama-70b --system marenostrum5 --gpus 4 --rate 1,2,5 "
                "--precision fp8\n"
                "See also: docs/inference.md");
}

}  // namespace clustersim
