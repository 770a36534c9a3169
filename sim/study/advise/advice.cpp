// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/advice.hpp"

#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/advise/script_admission.hpp"
#include "sim/study/advise/script_checks.hpp"
#include "sim/study/missed_backlog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

/// More other partitions cost a queue each and help nobody to choose.
constexpr std::size_t most_partitions = 3;

/// The request in another partition of the machine; nothing if it makes no sense there.
std::optional<Improvement> in_partition(AdviceQuestion const& question,
                                        System const& machine,
                                        AskedJob const& asked,
                                        Partition const& other) {
    auto elsewhere = asked_in(question, machine, other);
    if (!elsewhere) return std::nullopt;
    std::string change = fmt::format("--partition={}", other.slurm_name);
    // A QOS belongs to its partition.
    if (!question.script.request.qos.empty() && !elsewhere->qos.empty())
        change += fmt::format(" --qos={}", elsewhere->qos);
    if (elsewhere->limit < asked.limit) change += " --time=" + time_option(elsewhere->limit);
    return Improvement{std::move(change),
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

/// By a minute and a twentieth of the time until the script's start.
bool clearly_sooner(Duration end, std::optional<Duration> const& than, Advice const& advice) {
    if (std::isinf(or_never(than))) return !std::isinf(end.si());
    double const least = std::max(60.0, 0.05 * advice.times.start.median.value_or(Duration{}).si());
    return than->si() - end.si() > least;
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
                       std::vector<Partition const*> const& apart,
                       Advice& advice) {
    Tried tried;
    for (Improvement& one : improvements(question.script, advice.asked))
        try_change(std::move(one), question, library, tried);
    std::size_t partitions = 0;
    std::vector<Partition const*> others = apart;
    for (Partition const* other : alike(machine, advice.asked))
        if (std::ranges::find(others, other) == others.end()) others.push_back(other);
    for (Partition const* other : others) {
        auto change = in_partition(question, machine, advice.asked, *other);
        if (!change) continue;
        if (!other->background) {
            auto const variant = variant_of(change->document, question.settings);
            if (variant && resolve_all({*variant}, library))
                advice.other_partitions.push_back(other->slurm_name);
            continue;
        }
        bool const named = std::ranges::find(apart, other) != apart.end();
        if (!named && partitions == most_partitions) continue;
        std::size_t const before = tried.changes.size();
        try_change(std::move(*change), question, library, tried);
        partitions += tried.changes.size() - before;
    }
    return tried;
}

}  // namespace

bool costs_much_more(AdvisedTimes const& times, AdvisedTimes const& base) {
    constexpr double much = 1.25;
    return times.totals.billed().value_or(0.0) > much * base.totals.billed().value_or(0.0);
}

AdvisedChange const* best_change(Advice const& advice) {
    auto const found = std::ranges::find_if(advice.changes, [&](AdvisedChange const& one) {
        return !costs_much_more(one.times, advice.times);
    });
    bool const helps = found != advice.changes.end() &&
                       clearly_sooner(found->comparable_end, advice.times.end.median, advice);
    return helps ? &*found : nullptr;
}

AdvisedChange const* best_for_more(Advice const& advice) {
    auto const found = std::ranges::find_if(advice.changes, [&](AdvisedChange const& one) {
        return costs_much_more(one.times, advice.times);
    });
    if (found == advice.changes.end()) return nullptr;
    AdvisedChange const* const best = best_change(advice);
    auto const than =
        best != nullptr ? std::optional(best->comparable_end) : advice.times.end.median;
    return clearly_sooner(found->comparable_end, than, advice) ? &*found : nullptr;
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
    auto admitted = admit_script(question, machine, library);
    if (!admitted) problems.append(std::move(admitted.error()));
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    advice.asked = std::move(admitted->asked);
    advice.notes = std::move(problems);
    advice.notes.append(std::move(admitted->notes));
    advice.notes.append(script_notes(question.script,
                                     advice.asked.nodes,
                                     advice.asked.place,
                                     *advice.asked.partitions.all.front()));
    AdviceQuestion simulated = question;
    simulated.script = std::move(admitted->script);
    Tried tried = possible_changes(simulated, machine, library, admitted->apart, advice);
    std::vector<Variant> variants{std::move(admitted->variant)};
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
    std::ranges::stable_sort(advice.changes, {}, [&](AdvisedChange const& one) {
        return std::pair(costs_much_more(one.times, advice.times), one.comparable_end);
    });
    return advice;
}

}  // namespace clustersim
