// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/evaluation.hpp"

#include <cstdint>

namespace clustersim::slurm {

namespace {

void build_runs(Evaluation const& evaluation) {
    auto& runs = evaluation.scratch().runs;
    auto const& request = evaluation.request();
    runs.clear();
    for (std::int32_t i = 0; i < evaluation.offers(); ++i) {
        auto const& offer = evaluation.offer(i);
        auto const weight = request.contiguous ? 0 : offer.weight;
        if (runs.empty() || evaluation.offer(i - 1).node + 1 != offer.node ||
            runs.back().weight != weight) {
            runs.emplace_back();
            runs.back().weight = weight;
            runs.back().first = i;
        }
        auto& run = runs.back();
        run.last = i;
        if (evaluation.is_taken(i)) {
            if (run.required < 0) run.required = i;
            continue;
        }
        run.cpus += offer.cpus;
        ++run.nodes;
        for (std::size_t d = 0; d < max_job_needs; ++d) run.job_devices[d] += offer.job_devices[d];
    }
}

/// Spec 6.7.4, and as observed: an insufficient run with more CPUs replaces a sufficient one, and a
/// run with required nodes is kept only against runs that are no better by the other criteria.
bool is_better(Run const& run, bool sufficient, Run const& best, bool best_sufficient) {
    if (run.required >= 0 && best.required < 0) return true;
    if (run.weight != best.weight) return run.weight < best.weight;
    if (sufficient) return !best_sufficient || run.cpus < best.cpus;
    return run.cpus > best.cpus;
}

Run* best_run(Evaluation const& evaluation) {
    Run* best = nullptr;
    bool best_sufficient = false;
    auto const& request = evaluation.request();
    for (auto& run : evaluation.scratch().runs) {
        if (run.used || run.nodes == 0) continue;
        if (request.contiguous && request.has_required() && run.required < 0) continue;
        auto const sufficient = evaluation.sufficient(run);
        if (best == nullptr || is_better(run, sufficient, *best, best_sufficient)) {
            best = &run;
            best_sufficient = sufficient;
        }
    }
    return best;
}

/// The node of the run with the smallest sufficient number of CPUs; -1 if none has enough (spec
/// 6.7.6).
std::int32_t best_single(Evaluation const& evaluation, Run const& run) {
    std::int32_t best = -1;
    for (auto i = run.first; i <= run.last; ++i) {
        auto const& offer = evaluation.offer(i);
        if (evaluation.is_taken(i) || offer.cpus < evaluation.cpus_left() ||
            !evaluation.covers_devices(offer))
            continue;
        if (best < 0 || offer.cpus < evaluation.offer(best).cpus) best = i;
    }
    return best;
}

void take_around_required(Evaluation& evaluation, Run const& run) {
    for (auto i = run.required; i <= run.last && !evaluation.finished(); ++i) evaluation.take(i);
    for (auto i = run.required - 1; i >= run.first && !evaluation.finished(); --i)
        evaluation.take(i);
}

void take_from(Evaluation& evaluation, Run const& run) {
    if (evaluation.nodes_left() <= 1) {
        auto const single = best_single(evaluation, run);
        if (single >= 0) {
            evaluation.take(single);
            return;
        }
    }
    for (auto i = run.first; i <= run.last && !evaluation.finished(); ++i)
        evaluation.take_if_enough(i);
}

}  // namespace

bool choose_consecutive(Evaluation& evaluation) {
    if (!evaluation.take_required()) return false;
    if (evaluation.complete()) return true;
    build_runs(evaluation);
    while (evaluation.nodes_allowed() > 0) {
        auto* run = best_run(evaluation);
        if (run == nullptr) break;
        if (evaluation.request().contiguous && !evaluation.sufficient(*run)) break;
        if (run->required >= 0)
            take_around_required(evaluation, *run);
        else
            take_from(evaluation, *run);
        if (evaluation.complete()) return true;
        run->used = true;
    }
    return evaluation.acceptable();
}

}  // namespace clustersim::slurm
