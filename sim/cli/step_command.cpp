// SPDX-License-Identifier: Apache-2.0
#include "models/application/catalogue.hpp"
#include "models/application/plan_text.hpp"
#include "models/energy/energy.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/collective_options.hpp"
#include "sim/cli/command.hpp"
#include "sim/report/step_table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace clustersim {
namespace {

constexpr std::array<std::pair<std::string_view, Scaling>, 2> scaling_names{
    {{"weak", Scaling::weak}, {"strong", Scaling::strong}}};
constexpr std::array<std::pair<std::string_view, Spread>, 2> spread_names{
    {{"compact", Spread::compact}, {"spread", Spread::scattered}}};

struct StepCommand {
    std::string application;
    std::string system;
    std::string partition;
    std::vector<int> nodes;
    std::string plan;
    std::string sweep;
    Scaling scaling = Scaling::weak;
    Spread placement = Spread::compact;
    Format format = Format::table;
};

struct StepQuestion {
    Application application;
    Platform platform;
    NodePower power;
    Scaling scaling = Scaling::weak;
    Spread placement = Spread::compact;
};

/// The application's plan with what was given; widths that were not given fill the nodes.
Result<Plan> plan_on(StepQuestion const& question, PlanChanges const& changes, int nodes) {
    TrainingDefaults const& training = question.application.training;
    bool const widths =
        changes.has("tp") || changes.has("pp") || changes.has("dp") || changes.has("cp");
    if (!widths && !changes.has("mb")) {
        auto plan = plan_for(question.application, question.platform, nodes, question.scaling);
        if (!plan) return plan;
        return changes.over(*plan);
    }
    int const devices = nodes * question.platform.node.gpus;
    Plan plan;
    plan.tensor = std::min(training.tensor, question.platform.node.gpus);
    plan.pipeline = std::max(1, training.model_devices / plan.tensor);
    plan.micro_batch = training.micro_batch;
    plan.recompute = training.recompute;
    plan.sequence_parallel = training.sequence_parallel;
    plan.sharding = training.distributed_optimizer ? Sharding::optimizer : Sharding::none;
    plan.precision = training.precision;
    plan = changes.over(plan);
    int const copy = plan.replica_devices();
    if (!changes.has("dp")) plan.data = std::max(1, devices / copy);
    if (plan.devices() != devices) {
        return failure(
            problem(Code::inconsistent,
                    fmt::format("{} nodes have {} GPUs, {} take {}",
                                nodes,
                                devices,
                                written_plan(plan),
                                plan.devices()),
                    fmt::format("tp x pp x cp x dp must be {}; one copy takes {}", devices, copy)));
    }
    if (changes.has("acc")) return plan;
    plan.accumulation = training.weak_accumulation.value_or(1);
    if (question.scaling == Scaling::weak) return plan;
    int const batch = training.strong_batch.value_or(plan.data * plan.micro_batch);
    int const together = plan.data * plan.micro_batch;
    if (batch % together != 0) {
        return failure(problem(
            Code::inconsistent,
            fmt::format("a global batch of {} does not divide into {} replicas x {} samples",
                        batch,
                        plan.data,
                        plan.micro_batch),
            fmt::format("acc=N, a micro-batch that divides {}, or other widths", batch)));
    }
    plan.accumulation = batch / together;
    return plan;
}

std::optional<StepPoint> point_of(StepQuestion const& question,
                                  PlanChanges const& changes,
                                  int nodes,
                                  CommandContext& context) {
    auto plan = plan_on(question, changes, nodes);
    Plan const* const chosen = context.value_of(plan);
    if (chosen == nullptr) return std::nullopt;
    auto step = step_time(question.application, question.platform, *chosen, question.placement);
    StepTime const* const time = context.value_of(step);
    if (time == nullptr) return std::nullopt;
    StepPoint point;
    point.point.nodes = nodes;
    point.point.plan = *chosen;
    point.point.step = *time;
    point.energy = energy_of(question.power, nodes, time->total, time->utilisation());
    return point;
}

/// The plans to compare: one, or one for each value of "key=v1,v2".
std::vector<std::string> plan_texts(StepCommand const& command) {
    std::string const base = command.plan.empty() ? "" : command.plan + ",";
    std::size_t const equals = command.sweep.find('=');
    if (command.sweep.empty()) return {command.plan};
    if (equals == std::string::npos) return {base + command.sweep};
    std::vector<std::string> texts;
    std::string_view values = std::string_view(command.sweep).substr(equals + 1);
    while (!values.empty()) {
        std::string_view const value = values.substr(0, values.find(','));
        values.remove_prefix(std::min(values.size(), value.size() + 1));
        texts.push_back(fmt::format("{}{}={}", base, command.sweep.substr(0, equals), value));
    }
    return texts;
}

void run_step(StepCommand const& command, CommandContext& context) {
    auto application = load_application(command.application, context.data.applications());
    auto chosen =
        gpu_partition(Catalogue(context.data.systems()), command.system, command.partition);
    Application* const loaded = context.value_of(application);
    ChosenPartition const* const where = context.value_of(chosen);
    if (loaded == nullptr || where == nullptr) return;
    auto platform = platform_of(where->loaded.system, where->partition());
    Platform* const machine = context.value_of(platform);
    if (machine == nullptr) return;
    StepQuestion const question{std::move(*loaded),
                                std::move(*machine),
                                node_power(where->loaded.system, where->node_type()),
                                command.scaling,
                                command.placement};
    std::vector<StepPoint> points;
    for (std::string const& text : plan_texts(command)) {
        auto changes = read_plan(text);
        PlanChanges const* const wanted = context.value_of(changes);
        if (wanted == nullptr) return;
        for (int const nodes : command.nodes) {
            if (auto point = point_of(question, *wanted, nodes, context))
                points.push_back(std::move(*point));
        }
    }
    if (points.empty()) return;
    auto const each = [](StepPoint const& p) {
        return p.point.step.samples_per_second / p.point.plan.devices();
    };
    for (StepPoint& p : points) p.point.efficiency = each(p) / each(points.front());
    StepHeading const heading{question.application.name,
                              where->loaded.system.name,
                              where->partition().name,
                              question.platform.accelerator.model,
                              command.scaling};
    context.print(steps_text(heading, points, command.format));
}

}  // namespace

void add_step_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "step", "Time, rates, memory and energy of one training step on so many nodes");
    auto command = std::make_shared<StepCommand>();
    sub->add_option("APP", command->application, "an application by name or file")->required();
    sub->add_option("--system", command->system, "a machine by name or file")->required();
    sub->add_option("--partition", command->partition, "default: the machine's, with GPUs");
    sub->add_option("--nodes", command->nodes, "node counts, as 16,32,64")
        ->required()
        ->delimiter(',')
        ->check(CLI::Range(1, 1'000'000));
    sub->add_option(
        "--plan",
        command->plan,
        "parallel plan over the application's own: tp, pp, dp, cp, ep, vp, mb, acc, zero, "
        "shard, recompute, schedule, sp, ends, precision, as tp=8,pp=4,zero=1");
    sub->add_option("--sweep", command->sweep, "a row for each value of one key, as tp=1,2,4,8");
    add_choice_option<Scaling>(*sub,
                               "--scaling",
                               command->scaling,
                               scaling_names,
                               "weak (the default): micro-batches of a replica stay; strong: the "
                               "global batch stays");
    add_choice_option<Spread>(*sub,
                              "--placement",
                              command->placement,
                              spread_names,
                              "compact (the default) or spread over the machine");
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { run_step(*command, context); });
    sub->footer(
        "Example: clustersim step gpt3-175b --system lumi --nodes 16,32,64 --scaling strong\n"
        "See also: docs/applications.md");
}

}  // namespace clustersim
