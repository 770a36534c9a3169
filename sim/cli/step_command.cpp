// SPDX-License-Identifier: Apache-2.0
#include "models/application/catalogue.hpp"
#include "models/application/plan_text.hpp"
#include "models/application/step_waits.hpp"
#include "models/energy/energy.hpp"
#include "models/failure/straggler.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/cli/choice_option.hpp"
#include "sim/cli/collective_options.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/number_option.hpp"
#include "sim/cli/scaling_names.hpp"
#include "sim/cli/step_data.hpp"
#include "sim/report/step_table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace clustersim {
namespace {

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
    std::string data;
    double device_spread = 0.0;
    Format format = Format::table;
};

struct StepQuestion {
    Application application;
    Platform platform;
    NodePower power;
    Scaling scaling = Scaling::weak;
    Spread placement = Spread::compact;
    StepData data;
    double device_spread = 0.0;
};

/// The application's widths with those that were given; replicas fill the nodes.
Plan widths_on(StepQuestion const& question, PlanChanges const& changes, int devices) {
    TrainingDefaults const& training = question.application.training;
    Plan plan;
    plan.tensor = std::min(training.tensor, question.platform.node.gpus);
    plan.pipeline = std::max(1, training.model_devices / plan.tensor);
    plan.micro_batch = training.micro_batch;
    plan.recompute = training.recompute;
    plan.sequence_parallel = training.sequence_parallel;
    plan.sharding = training.distributed_optimizer ? Sharding::optimizer : Sharding::none;
    plan.precision = training.precision;
    plan = changes.over(plan);
    double const copy = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    if (!changes.has("dp")) plan.data = copy < devices ? devices / static_cast<int>(copy) : 1;
    return plan;
}

/// What is wrong with a plan whose size is wrong already, all at once.
Result<Plan> refused(StepQuestion const& question, Plan plan, Diagnostic problem) {
    // Whether interleaving suits the micro-batches cannot be told before there are replicas.
    plan.accumulation = plan.pipeline;
    Diagnostics problems;
    auto const split =
        prepare_step(question.application, question.platform, plan, question.placement);
    if (!split) problems.append(split.error());
    problems.add(std::move(problem));
    return failure(std::move(problems));
}

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
    Plan plan = widths_on(question, changes, devices);
    double const copy = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    if (copy * plan.data != devices) {
        auto wrong = problem(
            Code::inconsistent,
            fmt::format("{} node{} {} {} GPUs, tp={},pp={},cp={},dp={} take {:.0f}",
                        nodes,
                        nodes == 1 ? "" : "s",
                        nodes == 1 ? "has" : "have",
                        devices,
                        plan.tensor,
                        plan.pipeline,
                        plan.context,
                        plan.data,
                        copy * plan.data),
            fmt::format("tp x pp x cp x dp must be {}; one copy takes {:.0f}", devices, copy));
        return refused(question, plan, std::move(wrong));
    }
    if (changes.has("acc")) return plan;
    plan.accumulation = training.weak_accumulation.value_or(1);
    if (question.scaling == Scaling::weak) return plan;
    int const batch = training.strong_batch.value_or(plan.data * plan.micro_batch);
    std::int64_t const together = std::int64_t{plan.data} * plan.micro_batch;
    if (batch % together != 0) {
        auto wrong = problem(
            Code::inconsistent,
            fmt::format("a global batch of {} does not divide into {} replicas x {} samples",
                        batch,
                        plan.data,
                        plan.micro_batch),
            fmt::format("acc=N, a micro-batch that divides {}, or other widths",
                        batch % plan.data == 0 ? batch / plan.data : batch));
        return refused(question, plan, std::move(wrong));
    }
    plan.accumulation = static_cast<int>(batch / together);
    return plan;
}

Result<StepPoint> point_of(StepQuestion const& question, PlanChanges const& changes, int nodes) {
    auto const plan = plan_on(question, changes, nodes);
    if (!plan) return failure(plan.error());
    auto const quiet =
        step_time(question.application, question.platform, *plan, question.placement);
    if (!quiet) return failure(quiet.error());
    StepPoint point;
    point.point.nodes = nodes;
    point.point.plan = *plan;
    StepTime& step = point.point.step;
    double const slowest = slowest_of(plan->devices(), question.device_spread);
    step = delayed(*quiet, quiet->total * (slowest - 1.0));
    StepData const& data = question.data;
    if (data.store) {
        constexpr double whole_store = 1.0;
        point.load = load_time(step_input(data.sample, *plan, nodes, data.loader_cores),
                               *data.store,
                               nodes,
                               whole_store);
        step = loaded(step, point.load->total());
    }
    point.energy = energy_of(question.power, nodes, step.total, step.utilisation());
    return point;
}

/// The plans to compare: one, or one for each value of "key=v1,v2".
Result<std::vector<std::string>> plan_texts(StepCommand const& command) {
    std::string const base = command.plan.empty() ? "" : command.plan + ",";
    std::size_t const equals = command.sweep.find('=');
    if (command.sweep.empty()) return std::vector{command.plan};
    if (equals == std::string::npos || equals + 1 == command.sweep.size()) {
        return failure(problem(Code::out_of_range,
                               fmt::format("--sweep {}: no values", command.sweep),
                               "one key of a plan and its values, as tp=1,2,4,8"));
    }
    std::vector<std::string> texts;
    std::string_view values = std::string_view(command.sweep).substr(equals + 1);
    while (!values.empty()) {
        std::string_view const value = values.substr(0, values.find(','));
        values.remove_prefix(std::min(values.size(), value.size() + 1));
        texts.push_back(fmt::format("{}{}={}", base, command.sweep.substr(0, equals), value));
    }
    return texts;
}

/// Every plan on every count of nodes. What cannot be is told once, of a sweep with the plan before it.
std::vector<StepPoint>
points_of(StepQuestion const& question, StepCommand const& command, CommandContext& context) {
    auto texts = plan_texts(command);
    auto const* const plans = context.value_of(texts);
    if (plans == nullptr) return {};
    std::vector<StepPoint> points;
    Diagnostics problems;
    for (std::string const& text : *plans) {
        auto const note = [&](Diagnostics told) {
            Diagnostics placed;
            for (Diagnostic d : told.items()) {
                if (plans->size() > 1) d.message = fmt::format("{}: {}", text, d.message);
                placed.add(std::move(d));
            }
            problems.append_unsaid(placed);
        };
        auto const changes = read_plan(text);
        if (!changes) {
            problems.append_unsaid(changes.error());
            continue;
        }
        for (int const nodes : command.nodes) {
            auto point = point_of(question, *changes, nodes);
            if (point) {
                points.push_back(std::move(*point));
            } else {
                note(point.error());
            }
        }
    }
    if (!problems.empty()) context.tell(problems);
    return points;
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
    auto data = step_data(*loaded, {where->loaded.system, where->node_type()}, command.data);
    // A plan that cannot be is told beside data that are not there.
    StepData const* const samples = context.value_of(data);
    if (machine == nullptr) return;
    if (samples != nullptr) context.remark(samples->remark);
    StepQuestion const question{std::move(*loaded),
                                std::move(*machine),
                                node_power(where->loaded.system, where->node_type()),
                                command.scaling,
                                command.placement,
                                samples != nullptr ? *samples : StepData{},
                                command.device_spread};
    context.remark(beyond_partition(where->partition(), std::ranges::max(command.nodes)));
    std::vector<StepPoint> points = points_of(question, command, context);
    if (points.empty() || samples == nullptr) return;
    auto const each = [](StepPoint const& p) {
        return p.point.step.samples_per_second / p.point.plan.devices();
    };
    auto const devices = [](StepPoint const& p) { return p.point.plan.devices(); };
    double const fewest = each(*std::ranges::min_element(points, {}, devices));
    for (StepPoint& p : points) p.point.efficiency = each(p) / fewest;
    StepHeading const heading{question.application.name,
                              where->loaded.system.name,
                              where->partition().name,
                              question.platform.accelerator.model,
                              command.scaling,
                              question.data.name()};
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
        "shard, lora, recompute, schedule, sp, ends, precision, as tp=8,pp=4,zero=1");
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
    sub->add_option(
           "--data",
           command->data,
           "where samples are read: a file system of the machine, disk or ram of its nodes, "
           "or synthetic (nothing is loaded); default: as the application says")
        ->type_name("NAME");
    sub->add_option("--device-spread",
                    command->device_spread,
                    "coefficient of variation between the devices' step times, as 0.01 (0)")
        ->check(number_between(0.0, 1.0));
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { run_step(*command, context); });
    sub->footer(
        "Example: clustersim step gpt3-175b --system lumi --nodes 16,32,64 --scaling strong\n"
        "See also: docs/applications.md");
}

}  // namespace clustersim
