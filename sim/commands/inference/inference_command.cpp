// SPDX-License-Identifier: Apache-2.0
#include "models/application/served_format.hpp"
#include "models/machine/accelerator_config.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/inference/inference_answer.hpp"
#include "sim/commands/inference/inference_table.hpp"
#include "sim/commands/inference/service_level_table.hpp"
#include "sim/commands/inference/serving.hpp"
#include "sim/commands/inference/serving_table.hpp"
#include "sim/commands/inference/split_table.hpp"

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
    std::string level;
    int prefill_gpus = 0;
    int decode_gpus = 0;
    OptionRow* gpus = nullptr;
    OptionRow* limits = nullptr;
    OptionRow* drafted = nullptr;
    OptionRow* accepted = nullptr;
    std::vector<OptionRow*> only_under_load;
    Format format = Format::table;

    [[nodiscard]] bool has_level() const { return limits->count() > 0; }
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

void predict_kinds(InferenceCommand& command, CommandContext& context) {
    command.load.site = command.site;
    auto const found = predict_split({command.load, command.prefill_gpus, command.decode_gpus},
                                     context.data.library());
    if (auto const* answer = context.answer_of(found))
        context.print(split_text(*answer, command.format));
}

void find_level(InferenceCommand& command, CommandContext& context) {
    command.load.site = command.site;
    auto const level = read_service_level(command.level);
    if (!level) {
        context.report(level.error());
        return;
    }
    auto const found = find_fewest({command.load, *level, command.level}, context.data.library());
    if (auto const* answer = context.answer_of(found))
        context.print(level_text(*answer, command.format));
}

/// What several options mean only together.
Diagnostics misused_together(InferenceCommand const& command) {
    Diagnostics problems;
    auto const wrong = [&](std::string text, std::string help) {
        problems.add(problem(Code::wrong_usage, std::move(text), std::move(help)));
    };
    bool const split = command.prefill_gpus > 0 || command.decode_gpus > 0;
    if (split && (command.prefill_gpus == 0 || command.decode_gpus == 0))
        wrong("prompts and generation both need GPUs", "give --prefill-gpus and --decode-gpus");
    if (split && command.gpus->count() > 0)
        wrong("--gpus is the sum of --prefill-gpus and --decode-gpus", "leave --gpus out");
    if (command.has_level() && command.load.rates.size() != 1)
        wrong(command.load.rates.empty() ? "--for needs a rate"
                                         : "--for needs one rate, not several",
              "give --rate one number, such as --rate 5");
    if (command.has_level() && command.gpus->count() > 0)
        wrong("--for finds the number of GPUs", "leave --gpus out");
    if (command.has_level() && split)
        wrong("--for finds plans whose GPUs both pass prompts and generate",
              "leave --prefill-gpus and --decode-gpus out");
    if (command.accepted->count() > 0 && command.drafted->count() == 0)
        wrong("--acceptance describes speculative decoding", "add --speculative");
    return problems;
}

Diagnostics misused(InferenceCommand const& command) {
    Diagnostics problems = misused_together(command);
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
    else if (command.has_level())
        find_level(command, context);
    else if (command.prefill_gpus > 0)
        predict_kinds(command, context);
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
    command.gpus = sub.add_option("--gpus", site.gpus, "GPUs in all")
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
    std::vector<std::string> formats;
    for (std::string_view const name : served_format_names()) formats.emplace_back(name);
    sub.add_option("--weights", site.weights, "format in which weights are stored")
        ->one_of(formats);
    add_choice_option<Precision>(sub,
                                 "--precision",
                                 site.precision,
                                 precision_names(),
                                 "of products, and of weights without --weights (default: bf16)");
    add_choice_option<Precision>(
        sub,
        "--cache",
        site.cache,
        precision_names(),
        "of keys and values (default: as the products; 16 bits with --weights)");
    sub.add_option("--engine", site.engine, "software: a name of workloads/engines, or a file")
        ->capture_default_str()
        ->example("sglang");
    sub.add_option("--data",
                   site.data,
                   "groups of --tensor GPUs with requests of their own, which share the experts")
        ->between(1, 1024)
        ->capture_default_str()
        ->unit("groups");
    sub.add_option(
           "--expert", site.expert, "groups of a replica's GPUs that hold different experts")
        ->between(1, 1024)
        ->capture_default_str()
        ->unit("groups");
    command.drafted =
        sub.add_option("--speculative",
                       site.speculation.tokens,
                       "tokens that a draft of one layer proposes for each pass (default: none)")
            ->between(1, 16)
            ->unit("tokens");
    command.accepted = sub.add_option("--acceptance",
                                      site.speculation.accepted,
                                      "probability that a proposed token is accepted")
                           ->between(0.0, 1.0)
                           ->capture_default_str()
                           ->unit("1");
}

/// Options of requests that come and go.
void add_load_options(Command& sub, InferenceCommand& command) {
    ServingQuestion& load = command.load;
    sub.add_option("--rate", load.rates, "requests/s over all replicas, such as 0.5,1,2")
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
    command.limits =
        sub.add_option("--for",
                       command.level,
                       "limits on latencies, such as ttft<1s,tpot<50ms: find the fewest GPUs")
            ->excludes("--batch")
            ->example("ttft<1s,tpot<50ms");
    command.only_under_load = {
        sub.add_option("--prefill-gpus", command.prefill_gpus, "GPUs that only pass prompts")
            ->between(1, 1'000'000)
            ->unit("GPUs"),
        sub.add_option("--decode-gpus", command.decode_gpus, "GPUs that only generate")
            ->between(1, 1'000'000)
            ->unit("GPUs"),
        sub.add_option("--max-batch",
                       load.largest_batch,
                       "requests that a replica runs at the same time (default: the engine's)")
            ->between(1, 100'000)
            ->unit("requests"),
        sub.add_option(
               "--pass-tokens", load.pass_tokens, "tokens of one pass (default: the engine's)")
            ->between(1, 1'000'000)
            ->unit("tokens"),
        add_choice_option<PrefillPolicy>(
            sub,
            "--prefill",
            load.prefill,
            prefill_names,
            "prompts: chunked, with the tokens of others, or first (default: the engine's)"),
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
    make_rare(*sub,
              {"--cache",
               "--data",
               "--expert",
               "--speculative",
               "--acceptance",
               "--prefill-gpus",
               "--decode-gpus",
               "--max-batch",
               "--pass-tokens",
               "--prefill",
               "--spread",
               "--seed"});
    sub->callback([command, &context] { answer_inference(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim inference llama-70b --system marenostrum5 --gpus 4 --batch 1,16,64 "
                "--precision fp8\n"
                "  clustersim inference llama-70b --system marenostrum5 --gpus 4 --rate 1,2,5 "
                "--precision fp8\n"
                "  clustersim inference gpt-oss-120b --system jupiter --weights mxfp4 --for "
                "'ttft<1s,tpot<20ms' --rate 5\n"
                "See also: docs/inference.md");
}

}  // namespace clustersim
