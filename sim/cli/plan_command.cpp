// SPDX-License-Identifier: Apache-2.0
#include "models/application/catalogue.hpp"
#include "models/application/plan_search.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/collective_options.hpp"
#include "sim/cli/command.hpp"
#include "sim/report/plan_table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <memory>
#include <set>
#include <variant>

namespace clustersim {
namespace {

struct PlanCommand {
    std::string application;
    std::string system;
    std::string partition;
    std::vector<int> gpus;
    int batch = 0;
    int top = 10;
    Format format = Format::table;
};

/// Whether some plan uses so many devices and fits in their memory.
bool possible(Application const& application, Platform const& platform, PlanSpace space, int gpus) {
    space.devices = gpus;
    space.keep = 1;
    return search_plans(application, platform, space).has_value();
}

/// The counts of whole nodes nearest to one that cannot be used, at most so many nodes away.
std::string nearest_counts(Application const& application,
                           Platform const& platform,
                           PlanSpace const& space,
                           int gpus) {
    constexpr int farthest = 64;
    int const per_node = std::max(1, platform.node.gpus);
    int const nodes = gpus / per_node;
    std::string below;
    std::string above;
    for (int away = 0; away <= farthest && (below.empty() || above.empty()); ++away) {
        int const less = (nodes - away) * per_node;
        int const more = (nodes + 1 + away) * per_node;
        if (below.empty() && less > 0 && possible(application, platform, space, less))
            below = fmt::format("{}", less);
        if (above.empty() && possible(application, platform, space, more))
            above = fmt::format("{}", more);
    }
    return below + (below.empty() || above.empty() ? "" : " or ") + above;
}

/// The least count of nodes, a power of two times the one that is too small, whose memory is enough.
std::string
enough(Application const& application, Platform const& platform, PlanSpace const& space, int gpus) {
    int const per_node = std::max(1, platform.node.gpus);
    for (std::int64_t nodes = gpus / per_node + 1; nodes <= 65536; nodes *= 2) {
        int const count = static_cast<int>(nodes) * per_node;
        if (possible(application, platform, space, count)) return fmt::format("{}", count);
    }
    return {};
}

/// The search, and where nothing is found what count would do.
Result<PlanSearch>
searched(Application const& application, Platform const& platform, PlanSpace const& space) {
    auto search = search_plans(application, platform, space);
    if (search || space.devices < 1 || !std::holds_alternative<Transformer>(application.model))
        return search;
    Diagnostics told;
    for (Diagnostic d : search.error().items()) {
        bool const memory = entry_of(d.code).fault == Fault::impossible;
        std::string const counts =
            memory ? enough(application, platform, space, space.devices)
                   : nearest_counts(application, platform, space, space.devices);
        if (!counts.empty())
            d.help = fmt::format(
                "{} GPUs {}; {}", counts, memory ? "are enough" : "can be used", d.help);
        told.add(std::move(d));
    }
    return failure(std::move(told));
}

void run_plan(PlanCommand const& command, CommandContext& context) {
    auto application = load_application(command.application, context.data.applications());
    auto chosen =
        gpu_partition(Catalogue(context.data.systems()), command.system, command.partition);
    Application const* const loaded = context.value_of(application);
    ChosenPartition const* const where = context.value_of(chosen);
    if (loaded == nullptr || where == nullptr) return;
    auto platform = platform_of(where->loaded.system, where->partition());
    Platform const* const machine = context.value_of(platform);
    if (machine == nullptr) return;

    PlanSpace space;
    space.global_batch =
        command.batch > 0 ? command.batch : loaded->training.strong_batch.value_or(1024);
    space.keep = static_cast<std::size_t>(command.top);
    std::vector<PlanSearch> searches;
    std::size_t looked_at = 0;
    int const per_node = std::max(1, machine->node.gpus);
    context.remark(
        beyond_partition(where->partition(), (std::ranges::max(command.gpus) - 1) / per_node + 1));
    std::set<int> asked;
    // Of the processor, so that what else runs on the machine does not count.
    std::clock_t const start = std::clock();
    for (int const gpus : command.gpus) {
        if (!asked.insert(gpus).second) continue;
        space.devices = gpus;
        auto search = searched(*loaded, *machine, space);
        PlanSearch const* const found = context.value_of(search);
        if (found == nullptr) continue;
        looked_at += found->looked_at;
        searches.push_back(*found);
    }
    double const taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (searches.empty()) return;
    context.remark(fmt::format("{} plans in {:.4f} s of one core, {:.0f} plans/s\n",
                               looked_at,
                               taken,
                               static_cast<double>(looked_at) / std::max(taken, 1e-6)));
    Plan own;
    own.recompute = loaded->training.recompute;
    own.sequence_parallel = loaded->training.sequence_parallel;
    own.sharding = loaded->training.distributed_optimizer ? Sharding::optimizer : Sharding::none;
    PlanHeading const heading{loaded->name,
                              where->loaded.system.name,
                              where->partition().name,
                              machine->accelerator.model,
                              space.global_batch,
                              own};
    context.print(plans_text(heading, searches, command.format));
}

}  // namespace

void add_plan_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "plan", "The quickest parallel plans of a model on so many GPUs that fit in memory");
    auto command = std::make_shared<PlanCommand>();
    sub->add_option("APP", command->application, "an application by name or file")->required();
    sub->add_option("--system", command->system, "a machine by name or file")->required();
    sub->add_option("--partition", command->partition, "default: the machine's, with GPUs");
    sub->add_option("--gpus", command->gpus, "GPU counts, as 256,512,1024")
        ->required()
        ->delimiter(',')
        ->check(CLI::Range(1, 1'000'000));
    sub->add_option("--batch", command->batch, "samples of a step; default: the application's")
        ->check(CLI::Range(1, 100'000'000));
    sub->add_option("--top", command->top, "plans to print for each count, 10 by default")
        ->check(CLI::Range(1, 1000));
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { run_plan(*command, context); });
    sub->footer("Example: clustersim plan gpt3-175b --system leonardo --gpus 1024\n"
                "See also: clustersim step, docs/applications.md");
}

}  // namespace clustersim
