// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/advice.hpp"

#include "sim/commands/advise/improvements.hpp"
#include "sim/commands/advise/script_admission.hpp"
#include "sim/commands/advise/script_checks.hpp"
#include "sim/commands/advise/script_document.hpp"
#include "sim/commands/advise/script_limit.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/study/missed_backlog.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/run_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

/// More other partitions cost a queue each and help nobody to choose.
constexpr std::size_t most_partitions = 3;

/// A change that the machine admits.
struct Tried {
    Improvement change;
    AskedJob asked;
};

/// The request in another partition of the machine; nothing if it makes no sense there.
std::optional<Tried> in_partition(AdviceQuestion const& question,
                                  AskedMachine const& machine,
                                  AskedJob const& asked,
                                  Partition const& other) {
    auto elsewhere = machine.ask_in(question.script, other);
    if (!elsewhere) return std::nullopt;
    std::string change = fmt::format("--partition={}", other.slurm_name);
    // A QOS belongs to its partition.
    if (!question.script.request.qos.empty() && !elsewhere->qos.empty())
        change += fmt::format(" --qos={}", elsewhere->qos);
    if (elsewhere->limit < asked.limit) change += " --time=" + time_option(elsewhere->limit);
    Improvement one;
    one.change = std::move(change);
    one.place = question.script.place_of({"partition"});
    return Tried{std::move(one), std::move(*elsewhere)};
}

/// A change in the same partitions; nothing if the script then makes no sense.
std::optional<Tried> changed(Improvement one,
                             AdviceQuestion const& question,
                             AskedMachine const& machine,
                             AskedJob const& asked) {
    JobScript script = question.script;
    script.request = one.request;
    auto job = machine.ask(script, asked.partitions, one.runtime);
    if (!job) return std::nullopt;
    if (one.in_two) add_follower(*job, one.place);
    return Tried{std::move(one), std::move(*job)};
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

/// Simulates changes of a script.
class Changes {
  public:
    Changes(AdviceQuestion const& question, AskedMachine& machine, Advice& advice)
        : question_(question), machine_(machine), advice_(advice) {}

    /// Those that the machine admits, with their runs after the first of the advice.
    std::vector<Improvement> possible(std::vector<Partition const*> const& apart) {
        for (Improvement& one : improvements(question_.script, advice_.asked))
            if (auto tried = changed(std::move(one), question_, machine_, advice_.asked))
                add(std::move(*tried));
        std::vector<Partition const*> others = apart;
        for (Partition const* other : alike(machine_.machine(), advice_.asked))
            if (std::ranges::find(others, other) == others.end()) others.push_back(other);
        std::size_t partitions = 0;
        for (Partition const* other : others) {
            bool const named = std::ranges::find(apart, other) != apart.end();
            bool const known = other->background.has_value();
            if (known && !named && partitions == most_partitions) continue;
            auto change = in_partition(question_, machine_, advice_.asked, *other);
            if (!change) continue;
            if (known)
                partitions += add(std::move(*change)) ? 1 : 0;
            else if (machine_.resolve(change->asked))
                advice_.other_partitions.push_back(other->slurm_name);
        }
        return std::move(possible_);
    }

  private:
    bool add(Tried tried) {
        auto run = machine_.resolve(tried.asked);
        if (!run) return false;
        possible_.push_back(std::move(tried.change));
        advice_.runs.push_back(std::move(*run));
        return true;
    }

    AdviceQuestion const& question_;
    AskedMachine& machine_;
    Advice& advice_;
    std::vector<Improvement> possible_;
};

/// What the simulation says of a change.
AdvisedChange advised_change(Improvement const& tried,
                             std::size_t run,
                             AdviceQuestion const& question,
                             Advice const& advice) {
    RunAnswer const& answer = advice.study.runs[run];
    AdvisedChange change;
    change.change = tried.change;
    change.condition = tried.condition;
    change.line = tried.place.source == question.script.whole.source ? tried.place.line : 0;
    change.partition = answer.place.partition;
    change.times = times_of(answer);
    change.only_bounds = tried.only_bounds;
    change.comparable_end = comparable_end(change.times, change.only_bounds, advice.times);
    if (same_queue(advice.runs.front(), advice.runs[run]))
        change.sooner = times_sooner(answer, advice.study.runs.front());
    return change;
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
    auto loaded = machine_catalogue(library.systems, library.kept_machines())
                      .load(question.system, library.scenario_folder);
    if (!loaded) {
        problems.append(std::move(loaded.error()));
        return failure(std::move(problems));
    }
    Advice advice;
    advice.machine = std::make_shared<LoadedSystem const>(std::move(*loaded));
    AskedMachine machine(question, advice.machine->system, library);
    auto admitted = admit_script(question, machine);
    if (!admitted) problems.append(std::move(admitted.error()));
    if (problems.has_errors()) {
        // What the machine refuses keeps its order: what is wrong, then what would be admitted.
        if (question.script.remarks.has_errors()) problems.sort_by_place();
        return failure(std::move(problems));
    }
    advice.asked = std::move(admitted->asked);
    advice.notes = std::move(problems);
    advice.notes.append(std::move(admitted->notes));
    advice.notes.append(script_notes(question.script, advice.asked));
    AdviceQuestion simulated = question;
    simulated.script = std::move(admitted->script);
    advice.runs.push_back(std::move(admitted->run));
    auto const tried = Changes(simulated, machine, advice).possible(admitted->apart);
    auto const inputs = std::make_shared<ReadInputs const>(machine.inputs());
    for (ResolvedRun& run : advice.runs) run.inputs = inputs;
    advice.study = run_study(advice.runs, options);
    advice.times = times_of(advice.study.runs.front());
    // What else the study warns of concerns the changes, whose times say it.
    advice.notes.append_unsaid(advice.runs.front().warnings);
    advice.notes.append_unsaid(missed_backlog(advice.study.runs.front()));
    for (std::size_t i = 0; i < tried.size(); ++i)
        advice.changes.push_back(advised_change(tried[i], i + 1, question, advice));
    std::ranges::stable_sort(advice.changes, {}, [&](AdvisedChange const& one) {
        return std::pair(costs_much_more(one.times, advice.times), one.comparable_end);
    });
    return advice;
}

}  // namespace clustersim
