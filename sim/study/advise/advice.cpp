// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/advice.hpp"

#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/advise/script_checks.hpp"
#include "sim/study/missed_backlog.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

/// More other partitions cost a queue each and help nobody to choose.
constexpr std::size_t most_partitions = 3;

Result<Variant> variant_of(ConfigNode document, Settings const& settings) {
    auto complete = scenario_document(std::move(document), settings);
    if (!complete) return failure(std::move(complete.error()));
    auto variants = expand_sweep(*complete);
    if (!variants) return failure(std::move(variants.error()));
    return std::move(variants->front());
}

/// The request in another partition of the machine; nothing if it makes no sense there.
std::optional<Improvement> in_partition(AdviceQuestion const& question,
                                        System const& machine,
                                        AskedJob const& asked,
                                        Partition const& other) {
    auto elsewhere =
        asked_job(question.script, machine, question.system, {{&other}, {}}, question.runtime);
    if (!elsewhere) return std::nullopt;
    // A QOS belongs to its partition.
    std::erase_if(elsewhere->document.entries,
                  [](ConfigNode::Entry const& entry) { return entry.key == "qos"; });
    bool const smaller = elsewhere->limit < asked.limit;
    return Improvement{fmt::format("--partition={}{}",
                                   other.slurm_name,
                                   smaller ? " --time=" + time_option(elsewhere->limit) : ""),
                       "",
                       question.script.place_of({"partition"}),
                       std::move(elsewhere->document),
                       false};
}

/// Partitions whose nodes are of the same type as those of the request, and which it does not name yet.
std::vector<Partition const*> alike(System const& machine, AskedJob const& asked) {
    Partition const& own = *asked.partitions.all.front();
    std::vector<Partition const*> found;
    for (Partition const& one : machine.partitions) {
        bool const open = one.purpose == Purpose::production || one.purpose == Purpose::test ||
                          one.purpose == Purpose::low_priority;
        bool const named = std::ranges::any_of(asked.partitions.all, [&](Partition const* p) {
            return p->slurm_name == one.slurm_name;
        });
        if (open && !named && one.reservation.empty() && one.node_type == own.node_type)
            found.push_back(&one);
    }
    return found;
}

/// The names in Slurm of the partitions that the job asks for.
std::vector<std::string> asked_names(JobScript const& script, System const& machine) {
    std::vector<std::string> names;
    if (auto const asked = script_partitions(script, machine))
        for (Partition const* one : asked->all) names.push_back(one->slurm_name);
    return names;
}

/// The partitions of the machine, not only those with the same nodes, that admit the request.
std::string admitting_partitions(AdviceQuestion const& question,
                                 System const& machine,
                                 Library const& library) {
    std::vector<std::string> names, without_qos;
    std::vector<std::string> const refused = asked_names(question.script, machine);
    for (Partition const& one : machine.partitions) {
        if (!one.reservation.empty()) continue;
        bool const gpus = machine.node_type_of(one).gpus > 0;
        if (gpus != asks_for_gpus(question.script)) continue;
        if (!suits_gpus(question.script, machine, one)) continue;
        auto const asked =
            asked_job(question.script, machine, question.system, {{&one}, {}}, question.runtime);
        if (!asked) continue;
        ConfigNode document = asked->document;
        std::erase_if(document.entries,
                      [](ConfigNode::Entry const& entry) { return entry.key == "qos"; });
        auto const variant = variant_of(std::move(document), question.settings);
        if (!variant || !resolve_all({*variant}, library)) continue;
        // What was refused is not admitted, unless with another QOS.
        bool const is_refused = std::ranges::find(refused, one.slurm_name) != refused.end();
        auto& list = is_refused ? without_qos : names;
        if (std::ranges::find(list, one.slurm_name) == list.end()) list.push_back(one.slurm_name);
    }
    std::string text = names.empty()
                           ? fmt::format("no {}partition of {} admits it",
                                         refused.empty() ? "" : "other ",
                                         machine.name)
                           : fmt::format("partitions that admit it: {}", fmt::join(names, ", "));
    if (!without_qos.empty() && !question.script.request.qos.empty())
        text += fmt::format(
            "; without --qos={}: {}", question.script.request.qos, fmt::join(without_qos, ", "));
    return text;
}

AdvisedTimes times_of(RunAnswer const& answer) {
    JobOutcome const& first = answer.outcomes.front();
    AdvisedTimes times;
    times.start =
        first.tasks > 1 ? first_start_range(first.samples, first.tasks) : wait_range(first.samples);
    times.totals = pipeline_of(answer.outcomes);
    times.end = times.totals.makespan;
    return times;
}

std::int64_t times_sooner(RunAnswer const& a, RunAnswer const& b) {
    auto const waits = [](RunAnswer const& run) {
        JobOutcome const& first = run.outcomes.front();
        return replicate_waits(first.samples, first.tasks);
    };
    std::vector<double> const mine = waits(a), others = waits(b);
    std::int64_t count = 0;
    for (std::size_t i = 0; i < std::min(mine.size(), others.size()); ++i)
        count += mine[i] < others[i] ? 1 : 0;
    return count;
}

double or_never(std::optional<Duration> const& time) {
    return time ? time->si() : std::numeric_limits<double>::infinity();
}

Duration comparable_end(AdvisedTimes const& times, bool only_bounds, AdvisedTimes const& base) {
    if (!only_bounds) return seconds(or_never(times.end.median));
    // Its run time is the same, whatever it is.
    return seconds(or_never(times.start.median) + or_never(base.end.median) -
                   or_never(base.start.median));
}

/// Adds to the refusals of a request what would be admitted.
Diagnostics refused(Diagnostics problems,
                    AdviceQuestion const& question,
                    System const& machine,
                    Library const& library) {
    if (problems.fault() != Fault::impossible) return problems;
    Diagnostic d = problem_at(question.script.place_of({"partition"}),
                              Code::never_fits,
                              admitting_partitions(question, machine, library));
    d.severity = Severity::note;
    problems.add(std::move(d));
    return problems;
}

/// The request on the nodes that the scenario took of its partition; nothing if those are the expected ones.
std::optional<AskedJob> on_taken_nodes(AskedJob const& asked,
                                       ResolvedRun const& run,
                                       AdviceQuestion const& question,
                                       System const& machine) {
    ScriptPartitions partitions = asked.partitions;
    if (!run.partition_choice.empty())
        partitions.why +=
            fmt::format("{}{}", partitions.why.empty() ? "" : "; ", run.partition_choice);
    partitions.all.front() = machine.find_partition(run.partition->name);
    auto taken = asked_job(
        question.script, machine, question.system, std::move(partitions), question.runtime);
    if (!taken) return std::nullopt;
    return std::move(*taken);
}

/// The changes that the machine admits, each with its variant.
struct Tried {
    std::vector<Improvement> changes;
    std::vector<Variant> variants;
};

void try_change(Improvement change,
                AdviceQuestion const& question,
                Library const& library,
                Tried& tried) {
    auto variant = variant_of(change.document, question.settings);
    if (!variant || !resolve_all({*variant}, library)) return;
    tried.changes.push_back(std::move(change));
    tried.variants.push_back(std::move(*variant));
}

Tried possible_changes(AdviceQuestion const& question,
                       System const& machine,
                       Library const& library,
                       Advice& advice) {
    Tried tried;
    for (Improvement& one : improvements(question.script, advice.asked))
        try_change(std::move(one), question, library, tried);
    std::size_t partitions = 0;
    for (Partition const* other : alike(machine, advice.asked)) {
        auto change = in_partition(question, machine, advice.asked, *other);
        if (!change) continue;
        if (!other->background) {
            auto const variant = variant_of(change->document, question.settings);
            if (variant && resolve_all({*variant}, library))
                advice.other_partitions.push_back(other->slurm_name);
            continue;
        }
        if (partitions == most_partitions) continue;
        std::size_t const before = tried.changes.size();
        try_change(std::move(*change), question, library, tried);
        partitions += tried.changes.size() - before;
    }
    return tried;
}

}  // namespace

AdvisedChange const* best_change(Advice const& advice) {
    if (advice.changes.empty()) return nullptr;
    AdvisedChange const& first = advice.changes.front();
    double const end = or_never(advice.times.end.median);
    double const sooner = end - first.comparable_end.si();
    double const least = std::max(60.0, 0.05 * advice.times.start.median.value_or(Duration{}).si());
    bool const first_end_only = std::isinf(end) && !std::isinf(first.comparable_end.si());
    return first_end_only || sooner > least ? &first : nullptr;
}

Result<Advice> advise(AdviceQuestion const& question, RunOptions const& options) {
    Library const& library = options.library;
    Diagnostics problems = question.script.remarks;
    auto loaded = machine_catalogue(library.systems).load(question.system, library.scenario_folder);
    if (!loaded) {
        problems.append(std::move(loaded.error()));
        return failure(std::move(problems));
    }
    Advice advice;
    advice.machine = std::make_shared<LoadedSystem const>(std::move(*loaded));
    System const& machine = advice.machine->system;
    auto partitions = script_partitions(question.script, machine);
    if (!partitions)
        problems.append(refused(std::move(partitions.error()), question, machine, library));
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    auto asked = asked_job(
        question.script, machine, question.system, std::move(*partitions), question.runtime);
    if (!asked) return failure(refused(std::move(asked.error()), question, machine, library));
    auto base = variant_of(asked->document, question.settings);
    if (!base) return failure(std::move(base.error()));
    auto const possible = resolve_all({*base}, library);
    if (!possible) return failure(refused(possible.error(), question, machine, library));
    if (auto taken = on_taken_nodes(*asked, possible->front(), question, machine))
        asked = std::move(*taken);

    advice.asked = std::move(*asked);
    advice.notes = std::move(problems);
    advice.notes.append(script_notes(question.script,
                                     advice.asked.nodes,
                                     advice.asked.place,
                                     *advice.asked.partitions.all.front()));
    Tried tried = possible_changes(question, machine, library, advice);
    std::vector<Variant> variants{std::move(*base)};
    std::ranges::move(tried.variants, std::back_inserter(variants));
    // Together, so that what shares a queue is tried in the same one.
    auto runs = resolve_all(variants, library);
    if (!runs) return failure(std::move(runs.error()));
    advice.runs = std::move(*runs);
    advice.study = run_study(advice.runs, options);
    advice.times = times_of(advice.study.runs.front());
    // What else the study warns of concerns the changes, whose times say it.
    advice.notes.append_unsaid(advice.runs.front().warnings);
    advice.notes.append_unsaid(missed_backlog(advice.study.runs.front()));
    for (std::size_t i = 0; i < tried.changes.size(); ++i) {
        RunAnswer const& answer = advice.study.runs[i + 1];
        Improvement const& tried_one = tried.changes[i];
        ConfigNode const& place = tried_one.place;
        AdvisedChange change;
        change.change = tried_one.change;
        change.condition = tried_one.condition;
        change.line = place.source == question.script.whole.source ? place.line : 0;
        change.partition = answer.place.partition;
        change.times = times_of(answer);
        change.only_bounds = tried_one.only_bounds;
        change.comparable_end = comparable_end(change.times, change.only_bounds, advice.times);
        if (same_queue(advice.runs.front(), advice.runs[i + 1]))
            change.sooner = times_sooner(answer, advice.study.runs.front());
        advice.changes.push_back(std::move(change));
    }
    std::ranges::stable_sort(advice.changes, {}, &AdvisedChange::comparable_end);
    return advice;
}

}  // namespace clustersim
