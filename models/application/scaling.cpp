// SPDX-License-Identifier: Apache-2.0
//
// Weak and strong scaling in the definitions of the EPICURE Best Practice Guide on AI (chapter 5).
//
// Equation. e(n) = throughput per device on n nodes / throughput per device on the first point. Weak:
// accumulation (or for images the batch of a device) is constant, so the global batch grows with n.
// Strong: the global batch is constant, so accumulation shrinks. Per epoch, e(n) compares the epoch's
// time with the first point's times n_first / n.
// Domain. Node counts that hold whole copies of the model, and batches that divide evenly among the
// copies.
#include "models/application/scaling.hpp"

#include "models/application/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>

namespace clustersim {
namespace {

int micro_batch_of(TrainingDefaults const& training, Accelerator const& accelerator) {
    int samples = training.micro_batch;
    for (MicroBatch const& step : training.micro_batch_by_memory)
        if (accelerator.memory >= step.device_memory) samples = step.samples;
    return samples;
}

int tensor_width(Application const& application, Platform const& platform) {
    return std::min(application.training.tensor, platform.node.gpus);
}

/// "1 node", "2 nodes".
std::string counted(int count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// The node counts next to the plan's, at most four times as many, whose replicas divide the batch.
std::string counts_that_divide(int batch, Plan const& plan, int per_node) {
    constexpr int farthest = 4;
    auto const divides = [&](int data) {
        return batch % (std::int64_t{data} * plan.micro_batch) == 0 &&
               data * plan.replica_devices() % per_node == 0;
    };
    auto const nodes = [&](int data) { return data * plan.replica_devices() / per_node; };
    std::string out;
    for (int data = plan.data - 1; data >= 1 && out.empty(); --data)
        if (divides(data)) out = std::to_string(nodes(data));
    for (int data = plan.data + 1; data <= farthest * plan.data; ++data) {
        if (!divides(data)) continue;
        out += fmt::format("{}{}", out.empty() ? "" : " or ", nodes(data));
        break;
    }
    return out;
}

/// Turns the global batch of strong scaling into accumulation, or reports why this is impossible.
void share_batch(Application const& application,
                 Platform const& platform,
                 Plan& plan,
                 Diagnostics& problems) {
    auto const batch = application.training.strong_batch;
    if (!batch) {
        problems.add(
            problem(Code::inconsistent,
                    fmt::format("{} has no global batch for strong scaling", application.name),
                    "give `training.strong_batch`, or choose weak scaling"));
        return;
    }
    std::int64_t const together = std::int64_t{plan.data} * plan.micro_batch;
    if (*batch % together != 0) {
        std::string const counts =
            counts_that_divide(*batch, plan, std::max(1, platform.node.gpus));
        std::int64_t const below = *batch / together * together;
        problems.add(problem(
            Code::inconsistent,
            fmt::format("a global batch of {} does not divide into {} replicas x {} samples",
                        *batch,
                        plan.data,
                        plan.micro_batch),
            fmt::format("{}{}a batch of {}{}",
                        counts.empty() ? "" : counts + " nodes",
                        counts.empty() ? "" : ", or ",
                        below > 0 ? fmt::format("{} or ", below) : "",
                        below + together)));
        return;
    }
    plan.accumulation = static_cast<int>(*batch / together);
}

/// Devices of one copy of the model, which share its samples.
int replica_devices(TrainingDefaults const& training) {
    return training.model_devices * training.context;
}

/// Whether whole copies of the model fill the nodes.
void check_copies(Application const& application,
                  Platform const& platform,
                  int nodes,
                  Diagnostics& problems) {
    int const per_node = std::max(1, platform.node.gpus);
    int const copy = replica_devices(application.training);
    int const devices = nodes * per_node;
    std::string const held = fmt::format("{} {} {}, one copy of {} takes {}",
                                         counted(nodes, "node"),
                                         nodes == 1 ? "has" : "have",
                                         counted(devices, "device"),
                                         application.name,
                                         copy);
    if (nodes < 1 || devices < copy) {
        int const least = minimum_nodes(application, platform);
        problems.add(problem(Code::never_fits, held, "at least " + counted(least, "node")));
    } else if (devices % copy != 0) {
        int const step = std::lcm(copy, per_node) / per_node;
        problems.add(problem(Code::inconsistent,
                             held + ": the nodes do not hold whole copies",
                             "a multiple of " + counted(step, "node")));
    }
}

/// Adds what was not reported for an earlier point: a missing precision is one problem, not one per
/// point.
void append_new(Diagnostics& problems, Diagnostics const& more) {
    for (Diagnostic const& d : more.items()) {
        bool const known = std::ranges::find(problems.items(), d.message, &Diagnostic::message) !=
                           problems.items().end();
        if (!known) problems.add(d);
    }
}

double throughput_per_device(ScalingPoint const& point) {
    return point.step.samples_per_second / point.plan.devices();
}

}  // namespace

int minimum_nodes(Application const& application, Platform const& platform) {
    int const per_node = std::max(1, platform.node.gpus);
    return (replica_devices(application.training) + per_node - 1) / per_node;
}

Result<Plan>
plan_for(Application const& application, Platform const& platform, int nodes, Scaling scaling) {
    TrainingDefaults const& training = application.training;
    int const devices = nodes * platform.node.gpus;
    int const copy = training.model_devices;
    Diagnostics problems;
    check_copies(application, platform, nodes, problems);
    Plan plan;
    plan.tensor = tensor_width(application, platform);
    if (copy % plan.tensor != 0) {
        problems.add(problem(
            Code::inconsistent,
            fmt::format(
                "{} devices per copy do not divide into tensor groups of {}", copy, plan.tensor),
            "give an explicit plan"));
    }
    if (problems.has_errors()) return failure(std::move(problems));
    plan.pipeline = copy / plan.tensor;
    plan.context = training.context;
    plan.data = devices / replica_devices(training);
    if (auto const* model = std::get_if<Transformer>(&application.model)) {
        fill_stages(*model, plan);
        // As many as requested, if replicas and experts divide among them.
        plan.expert =
            std::gcd(std::gcd(training.expert, plan.data), std::max(1, model->experts.count));
    }
    plan.micro_batch = micro_batch_of(training, platform.accelerator);
    plan.accumulation = training.weak_accumulation.value_or(1);
    plan.recompute = training.recompute;
    plan.sequence_parallel = training.sequence_parallel;
    plan.sharding = training.sharding;
    plan.precision = training.precision;
    if (scaling == Scaling::strong) share_batch(application, platform, plan, problems);
    if (problems.has_errors()) return failure(std::move(problems));
    return plan;
}

EpochTime
epoch_time(Cnn const& model, Plan const& plan, StepTime const& step, EpochCosts const& costs) {
    double const batch = plan.global_batch();
    EpochTime epoch;
    epoch.batches = std::ceil(model.samples / batch);
    epoch.training = epoch.batches * (step.total + costs.per_batch);
    double const validation_batches = std::ceil(model.validation_samples / batch);
    epoch.validation = validation_batches * step.total / costs.validation_speed;
    epoch.fixed = costs.fixed;
    epoch.total = epoch.training + epoch.validation + epoch.fixed;
    return epoch;
}

Result<std::vector<ScalingPoint>> scaling_study(Application const& application,
                                                Platform const& platform,
                                                std::span<int const> node_counts,
                                                Scaling scaling) {
    Diagnostics problems;
    std::vector<ScalingPoint> points;
    for (int const nodes : node_counts) {
        auto plan = plan_for(application, platform, nodes, scaling);
        if (!plan) {
            append_new(problems, plan.error());
            continue;
        }
        auto step = step_time(application, platform, *plan);
        if (!step) {
            append_new(problems, step.error());
            continue;
        }
        ScalingPoint point{nodes, *plan, *step, 1.0, std::nullopt, 1.0};
        if (auto const* cnn = std::get_if<Cnn>(&application.model))
            point.epoch = epoch_time(*cnn, *plan, *step, application.training.epoch);
        points.push_back(point);
    }
    if (problems.has_errors()) return failure(std::move(problems));
    for (ScalingPoint& point : points) {
        point.efficiency = throughput_per_device(point) / throughput_per_device(points.front());
        if (point.epoch) {
            double const growth = static_cast<double>(point.nodes) / points.front().nodes;
            point.epoch_efficiency = points.front().epoch->total / (point.epoch->total * growth);
        }
    }
    return points;
}

}  // namespace clustersim
