// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff_sides_option.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/slurm/replay/read_outcomes.hpp"
#include "sim/study/policy_changes.hpp"
#include "sim/study/result_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// A file, and the changes of its policy.
struct AskedSide {
    std::string name;
    std::string file;
    std::vector<std::string> changes;
};

/// "a=1 b={c: 2 d}" as its changes. A word without `=` belongs to the value before it, unless it names a file.
std::vector<std::string> words_in(std::string const& text) {
    std::vector<std::string> words;
    std::size_t at = 0;
    int open = 0;  // brackets
    while ((at = text.find_first_not_of(' ', at)) != std::string::npos) {
        std::size_t const end = std::min(text.find(' ', at), text.size());
        std::string const word = text.substr(at, end - at);
        bool const file = word.ends_with(".yaml") || word.ends_with(".yml");
        bool const begins = word.find('=') != std::string::npos || file;
        if (words.empty() || (open == 0 && begins))
            words.push_back(word);
        else
            words.back() += " " + word;
        for (char const c : word) open += (c == '{' || c == '[') - (c == '}' || c == ']');
        at = end;
    }
    return words;
}

/// The first file that is no table of outcomes; nothing if there are only tables.
std::optional<std::string> first_simulated(DiffOptions const& options) {
    auto const found = std::ranges::find_if_not(options.files, is_table);
    return found == options.files.end() ? std::nullopt : std::optional(*found);
}

std::vector<AskedSide> sides_asked(DiffOptions const& options) {
    std::vector<AskedSide> sides;
    std::string set;
    for (std::string const& one : options.set) set += (set.empty() ? "" : " ") + one;
    for (std::string const& file : options.files) {
        bool const changed = !set.empty() && !is_table(file);
        sides.push_back({changed ? file + " with " + set : file, file, options.set});
    }
    for (std::string const& with : options.with) {
        AskedSide side{
            set.empty() ? with : set + " " + with, *first_simulated(options), options.set};
        for (std::string const& word : words_in(with)) side.changes.push_back(word);
        sides.push_back(std::move(side));
    }
    return sides;
}

Result<Past> recorded_outcomes(std::string const& file, DiffOptions const& options) {
    auto past = slurm::read_outcomes_csv(file);
    if (!past) return past;
    auto& jobs = past->jobs;
    std::erase_if(jobs, [&](PastJob const& job) { return job.submit < options.swf.from; });
    if (options.swf.first && *options.swf.first < jobs.size()) jobs.resize(*options.swf.first);
    if (jobs.empty())
        return failure(problem(Code::no_jobs, fmt::format("{} has no such job", file)));
    return past;
}

/// What a comparison with tables of outcomes cannot mean.
Diagnostics wrong_with_tables(DiffOptions const& options, std::optional<bool> site) {
    std::string const table = *std::ranges::find_if(options.files, is_table);
    if (!site && (!options.with.empty() || !options.set.empty())) {
        return one_problem(Code::inconsistent,
                           fmt::format("{} cannot be simulated with other parameters", table),
                           "add the site file of the jobs, and --workload TRACE");
    }
    if (!site && !options.workload.empty()) {
        return one_problem(Code::inconsistent,
                           "tables of outcomes hold their jobs, and there is no site to simulate",
                           "remove --workload, or add a site file");
    }
    if (site && !*site) {
        return one_problem(Code::inconsistent,
                           fmt::format("{} has the jobs of a trace, a scenario has its own", table),
                           "compare it with site files (with --workload) or other tables");
    }
    return {};
}

/// The seed and the number of replicates of every side.
Settings common_settings(DiffOptions const& options) {
    Settings common;
    if (options.seed) common.emplace_back("--seed", fmt::format("seed={}", *options.seed));
    if (options.replicates)
        common.emplace_back("--replicates", fmt::format("replicates={}", *options.replicates));
    return common;
}

/// A scenario, or a stored result, under a policy.
Result<std::vector<ResolvedRun>> resolve_side(AskedSide const& side,
                                              ConfigNode const& policy,
                                              Settings const& common,
                                              Library const& library) {
    if (is_folder(side.file)) return stored_runs(side.file, policy);
    return read_scenario_document(side.file, common)
        .and_then([&](ConfigNode document) {
            if (policy.kind != ConfigNode::Kind::null) {
                ConfigNode over;
                over.kind = ConfigNode::Kind::mapping;
                over.entries.push_back({"policy", policy, policy});
                merge_onto(document, std::move(over));
            }
            return expand_sweep(document);
        })
        .and_then([&](std::vector<Variant> const& variants) {
            Library own = library;
            own.scenario_folder = std::filesystem::path(side.file).parent_path();
            return resolve_all(variants, own);
        });
}

}  // namespace

Diagnostics one_problem(Code code, std::string message, std::string help) {
    Diagnostics problems;
    problems.add(problem(code, std::move(message), std::move(help)));
    return problems;
}

bool is_folder(std::string const& file) {
    std::error_code error;
    return std::filesystem::is_directory(file, error);
}

bool is_table(std::string const& file) {
    return std::filesystem::path(file).filename().string().find(".csv") != std::string::npos &&
           !is_folder(file);
}

std::optional<SideKind> kind_of_sides(DiffOptions const& options, CommandContext& context) {
    auto const first = first_simulated(options);
    std::optional<bool> site;
    if (first) {
        site = false;
        if (!is_folder(*first)) {
            auto document = read_yaml(*first);
            if (context.value_of(document) == nullptr) return std::nullopt;
            ConfigNode const* schema = document->find("schema");
            site = schema != nullptr && schema->scalar == slurm::site_schema;
        }
    }
    if (std::ranges::any_of(options.files, is_table)) {
        Diagnostics const wrong = wrong_with_tables(options, site);
        context.report(wrong);
        if (wrong.has_errors()) return std::nullopt;
    }
    return site.value_or(true) ? SideKind::replays : SideKind::queues;
}

std::optional<std::vector<NamedReplay>> read_replays(DiffOptions const& options,
                                                     CommandContext& context) {
    std::vector<NamedReplay> replays;
    Diagnostics problems;
    for (AskedSide const& side : sides_asked(options)) {
        if (is_table(side.file)) {
            auto past = recorded_outcomes(side.file, options);
            if (past)
                replays.push_back({side.name, std::move(*past)});
            else
                problems.append_unsaid(past.error());
            continue;
        }
        auto policy = policy_of(side.changes, "--with");
        if (!policy) {
            problems.append_unsaid(policy.error());
            continue;
        }
        SlurmReplayQuestion question;
        question.trace = options.workload;
        question.swf = options.swf;
        question.site = std::filesystem::path(side.file);
        question.policy = std::move(*policy);
        auto input = read_slurm_replay(question);
        if (input) {
            problems.append_unsaid(input->warnings);
            replays.push_back({side.name, std::move(*input)});
            if (options.seed) replays.back().seed = static_cast<std::uint64_t>(*options.seed);
        } else {
            problems.append_unsaid(input.error());
        }
    }
    context.report(problems);
    return problems.has_errors() ? std::nullopt : std::optional(std::move(replays));
}

std::optional<std::vector<NamedQueue>>
read_queues(DiffOptions const& options, Library const& library, CommandContext& context) {
    Settings const common = common_settings(options);
    std::vector<NamedQueue> queues;
    Diagnostics problems;
    for (AskedSide const& side : sides_asked(options)) {
        auto resolved = policy_of(side.changes, "--with").and_then([&](ConfigNode const& policy) {
            return resolve_side(side, policy, common, library);
        });
        if (!resolved) {
            problems.append_unsaid(resolved.error());
            continue;
        }
        for (ResolvedRun& run : *resolved) {
            problems.append_unsaid(run.warnings);
            std::string label = run.variant.label();
            if (label.empty() && resolved->size() > 1)
                label = fmt::format("variant {}", &run - resolved->data());
            std::string name = label.empty() ? side.name : side.name + " " + label;
            queues.push_back({std::move(name), std::move(run)});
        }
    }
    if (!problems.has_errors()) problems.append_unsaid(not_comparable(queues));
    context.report(problems);
    return problems.has_errors() ? std::nullopt : std::optional(std::move(queues));
}

}  // namespace clustersim
