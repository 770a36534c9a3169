// SPDX-License-Identifier: Apache-2.0
#include "sim/report/study_terms.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/stats/quantile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

std::string setting_of(RunAnswer const& run, std::string const& key) {
    auto const found =
        std::ranges::find(run.settings, key, &std::pair<std::string, std::string>::first);
    return found == run.settings.end() ? "" : found->second;
}

bool is_swept(Study const& study, std::string_view key) {
    return std::ranges::any_of(
        study.runs.front().settings, [&](auto const& s) { return s.first == key; });
}

/// The runs with background load.
std::vector<RunAnswer> busy_runs(Study const& study) {
    std::vector<RunAnswer> busy;
    for (RunAnswer const& run : study.runs) {
        if (run.terms.background.mix.empty()) continue;
        busy.push_back({run.settings, run.label, run.place, run.terms, {}});
    }
    return busy;
}

std::string place_line(Study const& study) {
    auto const& runs = study.runs;
    auto const title = shared_by_all(
        runs, [](RunAnswer const& r) { return r.place.title; });
    auto const partition =
        shared_by_all(runs, [](RunAnswer const& r) { return r.place.partition; });
    if (!title) return {};
    if (!partition) return *title + "\n";
    RunPlace const& place = runs.front().place;
    return fmt::format("{}, partition {}: {} of {}\n",
                       place.title,
                       place.partition,
                       node_count_text(place.partition_nodes),
                       place.device);
}

/// "users who keep about 12 h of work pending", or three such times.
std::string waiting_work(Backlog const& backlog) {
    if (!backlog.is_range())
        return fmt::format("users who keep about {} of work pending", human(backlog.usual));
    return fmt::format("users who keep about {} of work pending, {} in a third of the replicates "
                       "and {} in another",
                       human(backlog.usual),
                       human(backlog.brief),
                       human(backlog.extended));
}

std::string demand_of(std::vector<RunAnswer> const& busy) {
    auto const shared = [&](auto BackgroundTerms::*member) {
        return shared_by_all(busy,
                             [member](RunAnswer const& r) { return r.terms.background.*member; });
    };
    auto const backlog = shared(&BackgroundTerms::backlog);
    if (!backlog) return ", as much of it as each row says";
    if (*backlog) {
        auto const basis = shared(&BackgroundTerms::basis).value_or("");
        return ", " + waiting_work(**backlog) + (basis.empty() ? "" : " (" + basis + ")");
    }
    auto const load = shared(&BackgroundTerms::load);
    std::string out = load ? fmt::format(" at an offered load of {}", human_percent(*load))
                           : " at the offered load of each row";
    if (auto const jobs = shared(&BackgroundTerms::jobs_per_day))
        out += fmt::format(", {} jobs a day", human_number(*jobs));
    return out;
}

/// What stood in the queue when the study's jobs were submitted, if all runs found the same.
std::string state_of_queue(std::vector<RunAnswer> const& busy) {
    std::vector<QueueState> const& states = busy.front().terms.background.queues;
    bool const same = std::ranges::all_of(busy, [&](RunAnswer const& run) {
        return std::ranges::equal(
            run.terms.background.queues, states, {}, &QueueState::backlog, &QueueState::backlog);
    });
    if (!same || states.empty()) return {};
    std::vector<double> used;
    std::vector<double> backlogs;
    for (QueueState const& state : states) {
        used.push_back(state.busy);
        backlogs.push_back(state.backlog.si());
    }
    backlogs = sorted(backlogs);
    auto const at = [&](double p) { return seconds(nearest_rank(backlogs, p)); };
    return fmt::format(" At that instant {} of the partition was in use, with a backlog of {}.",
                       human_percent(mean(used)),
                       human_range(at(0.5), at(0.05), at(0.95)));
}

/// The background load of partitions beside the run's, if all runs have the same.
std::string other_partitions_of(std::vector<RunAnswer> const& busy) {
    auto const text_of = [](RunAnswer const& run) {
        std::string out;
        for (OtherBackground const& other : run.terms.background.others) {
            std::string const amount =
                other.backlog ? waiting_work(*other.backlog)
                              : fmt::format("an offered load of {}", human_percent(other.load));
            out += fmt::format(" Partition {}: {}, {}.", other.partition, other.mix, amount);
        }
        return out;
    };
    return shared_by_all(busy, text_of).value_or("");
}

/// The rules of the emulated Slurm; with the machines that follow them if they differ.
std::string rules_of(std::vector<RunAnswer> const& runs) {
    std::vector<std::pair<std::string, std::string>> by_rules;
    for (RunAnswer const& run : runs) {
        if (run.terms.rules.empty()) continue;
        auto at = std::ranges::find(
            by_rules, run.terms.rules, &std::pair<std::string, std::string>::first);
        if (at == by_rules.end()) at = by_rules.insert(at, {run.terms.rules, {}});
        std::string& machines = at->second;
        if (machines.find(run.place.title) == std::string::npos)
            machines += (machines.empty() ? "" : ", ") + run.place.title;
    }
    std::string text;
    for (auto const& [rules, machines] : by_rules) {
        text += (text.empty() ? "" : "; ") + rules;
        if (by_rules.size() > 1) text += ": " + machines;
    }
    return text;
}

}  // namespace

std::vector<RunColumn> varying_columns(Study const& study) {
    std::vector<RunColumn> columns;
    auto const add_place = [&](std::string const& key, std::string RunPlace::*member) {
        auto const of = [member](RunAnswer const& run) { return run.place.*member; };
        if (is_swept(study, key) || shared_by_all(study.runs, of)) return;
        columns.push_back({key, of});
    };
    if (study.runs.empty()) return columns;
    add_place("system", &RunPlace::system);
    for (auto const& [key, value] : study.runs.front().settings) {
        if (key.ends_with(".nodes")) continue;
        columns.push_back({key.substr(key.rfind('.') + 1),
                           [name = key](RunAnswer const& run) { return setting_of(run, name); }});
    }
    add_place("partition", &RunPlace::partition);
    return columns;
}

std::string queue_sentence(Study const& study) {
    std::vector<RunAnswer> const busy = busy_runs(study);
    if (busy.empty())
        return "The machine is empty: there are no other jobs (`background: {mix: typical}` adds "
               "the usual ones).";
    auto const shared = [&](auto BackgroundTerms::*member) {
        return shared_by_all(busy,
                             [member](RunAnswer const& r) { return r.terms.background.*member; });
    };
    auto const mix = shared(&BackgroundTerms::mix);
    bool const some_empty = busy.size() < study.runs.size();
    std::string out = "Queue: " + (mix && !some_empty ? *mix : "the mix of each row");
    out += demand_of(busy);
    bool const steady = shared(&BackgroundTerms::begins_steady).value_or(false);
    auto const window = shared(&BackgroundTerms::window);
    if (steady && window && *window <= Seconds{3600})
        out += "; submitted at a random hour of the week";
    else if (window)
        out += fmt::format("; submitted at a random instant of {}", human(window->duration()));
    if (auto const warm_up = shared(&BackgroundTerms::warm_up))
        out += fmt::format(", after {} of warm-up{}",
                           human(warm_up->duration()),
                           steady ? " from a busy machine" : "");
    return out + "." + state_of_queue(busy) + other_partitions_of(busy);
}

std::string study_heading(Study const& study) {
    return study.title + "\n" + place_line(study) + queue_sentence(study) + "\n";
}

std::size_t fewest_replicates(Study const& study) {
    std::vector<std::size_t> counts;
    for (RunAnswer const& run : study.runs)
        counts.push_back(run.outcomes.empty() ? 0 : run.outcomes.front().replicates());
    return counts.empty() ? 0 : std::ranges::min(counts);
}

std::string incomplete_note(Study const& study) {
    if (study.complete) return {};
    std::size_t const fewest = fewest_replicates(study);
    std::size_t most = 0;
    std::int64_t asked = 0;
    for (RunAnswer const& run : study.runs) {
        most = std::max(most, run.outcomes.empty() ? 0 : run.outcomes.front().replicates());
        asked = std::max(asked, run.terms.replicates);
    }
    return fmt::format(
        "INCOMPLETE: the run was interrupted; the answer uses {} of {} replicates.\n",
        fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most),
        asked);
}

std::string terms_sentence(Study const& study) {
    auto const& runs = study.runs;
    auto const replicates = shared_by_all(
        runs, [](RunAnswer const& r) { return r.terms.replicates; });
    auto const seed = shared_by_all(
        runs, [](RunAnswer const& r) { return r.terms.seed; });
    auto const scheduler =
        shared_by_all(runs, [](RunAnswer const& r) { return r.terms.scheduler; });
    bool const single = replicates == 1;
    std::string terms;
    auto const add = [&](std::string const& term, std::string_view between = ", ") {
        terms.append(terms.empty() ? "" : between).append(term);
    };
    if (single) add("one replicate, so the range of the wait is unknown");
    if (replicates && !single) add(fmt::format("{} replicates", *replicates));
    if (seed) add(fmt::format("seed {}", *seed), single ? "; " : ", ");
    if (scheduler) add(fmt::format("scheduler {}", *scheduler));
    if (std::string const rules = rules_of(runs); !rules.empty())
        add(fmt::format("({})", rules), " ");
    if (!terms.empty()) {
        terms[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(terms[0])));
        terms += ".";
    }
    if (!single) {
        if (!terms.empty()) terms += " ";
        // The quantiles of fewer than 20 are their lowest and highest.
        constexpr std::int64_t enough = 20;
        bool const few = std::ranges::any_of(
            runs, [](RunAnswer const& r) { return r.terms.replicates < enough; });
        terms += few ? "Wait: median, lowest and highest of the replicates."
                     : "Wait: median and 5 – 95 % of the replicates.";
    }
    return terms;
}

}  // namespace clustersim
