// SPDX-License-Identifier: Apache-2.0
#include "sim/study/job_fabrics.hpp"

#include "sim/study/placed_answer.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace clustersim {
namespace {

/// Fabrics of partitions, each built once.
class BuiltFabrics {
  public:
    Result<std::shared_ptr<PartitionFabric const>> of(PlacedTraining const& training,
                                                      ResolvedRun const& run) {
        if (training.fabric != nullptr) return training.fabric;
        for (auto const& [partition, fabric] : built_)
            if (partition == run.partition) return fabric;
        auto fabric = partition_fabric(run.system->system, *run.partition);
        if (!fabric) return failure(fabric.error());
        return built_
            .emplace_back(run.partition,
                          std::make_shared<PartitionFabric const>(std::move(*fabric)))
            .second;
    }

  private:
    std::vector<std::pair<Partition const*, std::shared_ptr<PartitionFabric const>>> built_;
};

/// The nodes of the median run; without one, the first of the partition, as the formulas assume for
/// a typical placement.
std::vector<std::int32_t> nodes_of_answer(JobOutcome const& outcome, bool& typical) {
    auto const run = median_training_run(outcome);
    typical = run == nullptr || run->nodes.empty();
    if (!typical) return run->nodes;
    std::vector<std::int32_t> first(static_cast<std::size_t>(outcome.nodes));
    std::iota(first.begin(), first.end(), 0);
    return first;
}

std::string first_problem(Diagnostics const& problems) {
    return problems.empty() ? "unknown" : problems.items().front().message;
}

JobFabric job_fabric(PlacedTraining const& training,
                     ResolvedRun const& run,
                     JobOutcome const& outcome,
                     BuiltFabrics& fabrics) {
    JobFabric job;
    auto const fabric = fabrics.of(training, run);
    if (!fabric) {
        job.problem = first_problem(fabric.error());
        return job;
    }
    std::vector<std::int32_t> const nodes = nodes_of_answer(outcome, job.typical);
    if ((*fabric)->nodes.size() < nodes.size()) {
        job.problem = "its nodes are not all described";
        return job;
    }
    auto traffic = job_traffic(**fabric, training, nodes);
    if (traffic)
        job.traffic = std::move(*traffic);
    else
        job.problem = first_problem(traffic.error());
    return job;
}

}  // namespace

std::vector<JobFabric> job_fabrics(std::vector<ResolvedRun> const& runs, Study const& study) {
    std::vector<JobFabric> found;
    BuiltFabrics fabrics;
    for (std::size_t r = 0; r < study.runs.size(); ++r) {
        for (std::size_t j = 0; j < study.runs[r].outcomes.size(); ++j) {
            if (found.size() == most_job_fabrics) return found;
            ResolvedJob const& job = runs[r].jobs[j];
            auto const& training = job.training != nullptr ? job.training : job.typical;
            JobOutcome const& outcome = study.runs[r].outcomes[j];
            if (training == nullptr || outcome.nodes < 2) continue;
            JobFabric one = job_fabric(*training, run_of(job, runs[r]), outcome, fabrics);
            one.run = r;
            one.outcome = j;
            found.push_back(std::move(one));
        }
    }
    return found;
}

}  // namespace clustersim
