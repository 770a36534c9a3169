// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/compare_machines.hpp"

#include "sim/scenario/given_path.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/settle_warm_ups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim {
namespace {

bool asks_for_all(CompareQuestion const& question) {
    return question.systems == std::vector<std::string>{"all"};
}

/// The machines of the catalogue by name, with what to say of those that closed. One that cannot be read is reported
/// when it is compared.
std::map<std::string, std::string> all_machines(Library const& library) {
    Catalogue const catalogue = machine_catalogue(library.systems, library.kept_machines());
    std::map<std::string, std::string> all;
    for (std::string const& name : catalogue.names()) {
        auto const loaded = catalogue.load(name);
        all[name] = loaded ? closed_text(loaded->system.upkeep) : std::string();
    }
    return all;
}

bool is_compared(ComparedRuns const& compared, std::string const& name) {
    return std::ranges::any_of(
               compared.runs,
               [&](ResolvedRun const& run) { return run.scenario.system == name; }) ||
           std::ranges::find(compared.impossible, name, &ImpossibleRun::system) !=
               compared.impossible.end();
}

/// What nobody can run on any more is compared only if the question or its scenario names it.
std::string
left_out(CompareQuestion const& question, ComparedRuns const& compared, Library const& library) {
    if (!asks_for_all(question)) return {};
    std::string text;
    for (auto const& [name, closed] : all_machines(library))
        if (!closed.empty() && !is_compared(compared, name))
            text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, closed);
    return text.empty()
               ? text
               : fmt::format("left out: {}; name them in --systems to compare them\n", text);
}

std::vector<std::string>
named_systems(CompareQuestion const& question, ConfigNode const& document, Library const& library) {
    if (asks_for_all(question)) {
        ConfigNode const* own = document.find("system");
        std::vector<std::string> running;
        for (auto const& [name, closed] : all_machines(library))
            if (closed.empty() || (own != nullptr && own->scalar == name)) running.push_back(name);
        return running;
    }
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
                           named_systems(question, *document, library),
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
    found.remark(left_out(question, answer.asked, options.library));
    answer.waits_decide = waits_may_decide(runs);
    if (!question.pictures) return found;
    if (answer.study.complete) answer.queues = machine_queues(runs, answer.study, options);
    answer.fabrics = job_fabrics(runs, answer.study);
    return found;
}

}  // namespace clustersim
