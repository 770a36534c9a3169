// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/compare_machines.hpp"

#include "sim/scenario/given_path.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/settle_warm_ups.hpp"

#include <utility>

namespace clustersim {
namespace {

std::vector<std::string> named_systems(CompareQuestion const& question, Library const& library) {
    if (question.systems == std::vector<std::string>{"all"})
        return machine_catalogue(library.systems, library.kept_machines()).names();
    std::vector<std::string> systems;
    for (std::string const& one : question.systems)
        systems.push_back(given_path(one, library.scenario_folder));
    return systems;
}

/// The scenario with the sizes that are asked for.
Result<ConfigNode> sized_document(CompareQuestion const& question) {
    auto document = read_document(question.study);
    if (!document) return document;
    if (!question.gpus.empty()) return with_gpu_counts(std::move(*document), question.gpus);
    if (!question.nodes.empty()) return with_node_counts(std::move(*document), question.nodes);
    return document;
}

}  // namespace

Result<ComparedRuns> prepare_comparison(CompareQuestion const& question, Library const& library) {
    auto const document = sized_document(question);
    if (!document) return failure(document.error());
    auto compared =
        resolve_comparison(*document,
                           named_systems(question, library),
                           library,
                           question.nodes.empty() ? EqualSize::devices : EqualSize::nodes);
    if (compared && compared->runs.empty())
        return failure(none_possible(compared->impossible,
                                     "none of the machines can run any of the variants"));
    return compared;
}

Answered<ComparisonAnswer> compare_machines(CompareQuestion const& question,
                                            ComparedRuns prepared,
                                            RunOptions const& options) {
    Answered<ComparisonAnswer> found;
    ComparisonAnswer& answer = found.answer.emplace();
    answer.asked = std::move(prepared);
    std::vector<ResolvedRun>& runs = answer.asked.runs;
    // The queues of the pictures are those of the answer, with the same warm-up.
    if (question.pictures) settle_warm_ups(runs, options);
    answer.study = run_study(runs, options);
    found.problems = answer.study.warnings;
    answer.waits_decide = waits_may_decide(runs);
    if (!question.pictures) return found;
    if (answer.study.complete) answer.queues = machine_queues(runs, answer.study, options);
    answer.fabrics = job_fabrics(runs, answer.study);
    return found;
}

}  // namespace clustersim
