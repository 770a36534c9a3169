// SPDX-License-Identifier: Apache-2.0
#include "sim/study/training_run.hpp"

#include "models/collective/domain.hpp"
#include "sim/core/ensure.hpp"
#include "sim/study/sampled_batches.hpp"

#include <utility>

namespace clustersim {
namespace {

/// Enough batches for a 99 % quantile over twenty replicates, and for a mean.
constexpr int batches_of_a_run = 200;

class ReplicateWork final : public PlacedWork {
  public:
    ReplicateWork(std::shared_ptr<PlacedTraining const> training, Replicate replicate)
        : training_(std::move(training)), replicate_(replicate) {}

    [[nodiscard]] std::shared_ptr<PlacedRun const>
    run_on(NodesInUse const& nodes, std::span<Seconds const> /*earlier*/) const override {
        return run_training(*training_, nodes, replicate_);
    }

  private:
    std::shared_ptr<PlacedTraining const> training_;
    Replicate replicate_;
};

/// The nodes that belong to the partition, by their index in it.
std::vector<std::int32_t> in_partition(PlacedTraining const& training,
                                       std::vector<std::int32_t> const& nodes) {
    if (training.number.empty()) return nodes;
    std::vector<std::int32_t> own;
    for (std::int32_t const node : nodes) {
        std::int32_t const number = training.number[static_cast<std::size_t>(node)];
        if (number >= 0) own.push_back(number);
    }
    return own;
}

NodesInUse in_partition(PlacedTraining const& training, NodesInUse const& nodes) {
    NodesInUse mapped{in_partition(training, nodes.own), {}};
    CS_ENSURE(mapped.own.size() == nodes.own.size(), "a job runs in its partition");
    for (std::vector<std::int32_t> const& other : nodes.others) {
        auto inside = in_partition(training, other);
        if (inside.size() > 1) mapped.others.push_back(std::move(inside));
    }
    return mapped;
}

Neighbours neighbours_under(NetworkDetail network) {
    switch (network) {
        case NetworkDetail::flow_background: return Neighbours::bursts;
        case NetworkDetail::flow_reacting: return Neighbours::reacting;
        default: return Neighbours::none;
    }
}

Result<PlacedBatches>
batches_on(PlacedTraining const& training, NodesInUse const& nodes, Replicate replicate) {
    BatchQuestion question{.neighbours = neighbours_under(training.network),
                           .noise = training.work.noise,
                           .seed = replicate.seed,
                           .replicate = replicate.number,
                           .batches = batches_of_a_run};
    std::vector<int> numbers;
    for (std::int32_t const node : nodes.own) numbers.push_back(training.places.number_of(node));
    TrainingSetup setup = training.setup;
    NodeType& type = setup.platform.node;
    type = with_links_of(type, linked_nodes(type, numbers));
    if (training.network != NetworkDetail::closed)
        return sample_batches(*training.fabric, setup, nodes, question);
    if (!question.noise.any()) question.batches = 0;
    return sample_batches(setup, span_of(type, setup.platform.fabric, numbers), question);
}

}  // namespace

TrainingRun::TrainingRun(TrainingPrediction on_nodes, Duration beside)
    : PlacedRun(round_up(on_nodes.runtime.value + beside)),
      prediction(std::move(on_nodes)),
      held{prediction.runtime.value + beside,
           prediction.runtime.low + beside,
           prediction.runtime.high + beside} {}

std::shared_ptr<TrainingRun const>
run_training(PlacedTraining const& training, NodesInUse const& nodes, Replicate replicate) {
    NodesInUse const own = in_partition(training, nodes);
    auto placed = batches_on(training, own, replicate);
    if (!placed) {
        auto run = std::make_shared<TrainingRun>(training.typical, training.beside);
        run->problems = placed.error();
        return run;
    }
    TrainingPrediction here = training_with_step(training.setup.application,
                                                 training.work,
                                                 training.setup.plan,
                                                 placed->step,
                                                 training.typical.spread);
    here.searched = training.typical.searched;
    here.operators = training.typical.operators;
    here.software = training.typical.software;
    here.faster = training.typical.faster;
    auto run = std::make_shared<TrainingRun>(std::move(here), training.beside);
    run->nodes = own.own;
    run->batches = std::move(placed->batches);
    return run;
}

std::shared_ptr<PlacedWork const> work_in(std::shared_ptr<PlacedTraining const> training,
                                          Replicate replicate) {
    if (training == nullptr) return nullptr;
    return std::make_shared<ReplicateWork const>(std::move(training), replicate);
}

}  // namespace clustersim
