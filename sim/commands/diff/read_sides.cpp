// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/read_sides.hpp"

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
    GivenDocument file;
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
std::optional<GivenDocument> first_simulated(DiffQuestion const& question) {
    auto const found = std::ranges::find_if_not(question.files, is_table);
    return found == question.files.end() ? std::nullopt : std::optional(*found);
}

std::vector<AskedSide> sides_asked(DiffQuestion const& question) {
    std::vector<AskedSide> sides;
    std::string set;
    for (std::string const& one : question.set) set += (set.empty() ? "" : " ") + one;
    for (GivenDocument const& file : question.files) {
        bool const changed = !set.empty() && !is_table(file);
        std::string const name =
            file.held ? fmt::format("document {}", sides.size() + 1) : file.path.string();
        sides.push_back({changed ? name + " with " + set : name, file, question.set});
    }
    for (std::string const& with : question.with) {
        AskedSide side{
            set.empty() ? with : set + " " + with, *first_simulated(question), question.set};
        for (std::string const& word : words_in(with)) side.changes.push_back(word);
        sides.push_back(std::move(side));
    }
    return sides;
}

Result<Past> recorded_outcomes(std::filesystem::path const& file, DiffQuestion const& question) {
    auto past = slurm::read_outcomes_csv(file);
    if (!past) return past;
    auto& jobs = past->jobs;
    std::erase_if(jobs, [&](PastJob const& job) { return job.submit < question.swf.from; });
    if (question.swf.first && *question.swf.first < jobs.size()) jobs.resize(*question.swf.first);
    if (jobs.empty())
        return failure(problem(Code::no_jobs, fmt::format("{} has no such job", file.string())));
    return past;
}

/// What a comparison with tables of outcomes cannot mean.
std::optional<Diagnostic> wrong_with_tables(DiffQuestion const& question,
                                            std::optional<bool> site) {
    std::string const table = std::ranges::find_if(question.files, is_table)->path.string();
    if (!site && (!question.with.empty() || !question.set.empty())) {
        return problem(Code::inconsistent,
                       fmt::format("{} cannot be simulated with other parameters", table),
                       "add the site file of the jobs, and --workload TRACE");
    }
    if (!site && !question.workload.empty()) {
        return problem(Code::inconsistent,
                       "tables of outcomes hold their jobs, and there is no site to simulate",
                       "remove --workload, or add a site file");
    }
    if (site && !*site) {
        return problem(Code::inconsistent,
                       fmt::format("{} has the jobs of a trace, a scenario has its own", table),
                       "compare it with site files (with --workload) or other tables");
    }
    return std::nullopt;
}

/// The seed and the number of replicates of every side.
Settings common_settings(DiffQuestion const& question) {
    Settings common;
    if (question.seed) common.emplace_back("--seed", fmt::format("seed={}", *question.seed));
    if (question.replicates)
        common.emplace_back("--replicates", fmt::format("replicates={}", *question.replicates));
    return common;
}

/// A scenario, or a stored result, under a policy.
Result<std::vector<ResolvedRun>> resolve_side(AskedSide const& side,
                                              ConfigNode const& policy,
                                              Settings const& common,
                                              Library const& library) {
    if (is_folder(side.file)) return stored_runs(side.file.path, policy);
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
            own.scenario_folder = side.file.path.parent_path();
            return resolve_all(variants, own);
        });
}

}  // namespace

bool is_folder(GivenDocument const& file) {
    std::error_code error;
    return !file.held && std::filesystem::is_directory(file.path, error);
}

bool is_table(GivenDocument const& file) {
    return file.path.filename().string().find(".csv") != std::string::npos && !is_folder(file);
}

Result<SideKind> kind_of_sides(DiffQuestion const& question) {
    auto const first = first_simulated(question);
    std::optional<bool> site;
    if (first) {
        site = false;
        if (!is_folder(*first)) {
            auto const document = read_yaml(*first);
            if (!document) return failure(document.error());
            ConfigNode const* schema = document->find("schema");
            site = schema != nullptr && schema->scalar == slurm::site_schema;
        }
    }
    if (std::ranges::any_of(question.files, is_table))
        if (auto wrong = wrong_with_tables(question, site)) return failure(std::move(*wrong));
    return site.value_or(true) ? SideKind::replays : SideKind::queues;
}

Answered<std::vector<NamedReplay>> read_replays(DiffQuestion const& question) {
    Answered<std::vector<NamedReplay>> out;
    std::vector<NamedReplay> replays;
    Diagnostics& problems = out.problems;
    for (AskedSide const& side : sides_asked(question)) {
        if (is_table(side.file)) {
            auto past = recorded_outcomes(side.file.path, question);
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
        SlurmReplayQuestion replay;
        replay.trace = question.workload;
        replay.swf = question.swf;
        replay.site = side.file;
        replay.policy = std::move(*policy);
        auto input = read_slurm_replay(replay);
        if (input) {
            problems.append_unsaid(input->warnings);
            replays.push_back({side.name, std::move(*input)});
            if (question.seed) replays.back().seed = static_cast<std::uint64_t>(*question.seed);
        } else {
            problems.append_unsaid(input.error());
        }
    }
    if (!problems.has_errors()) out.answer = std::move(replays);
    return out;
}

Answered<std::vector<NamedQueue>> read_queues(DiffQuestion const& question,
                                              Library const& library) {
    Answered<std::vector<NamedQueue>> out;
    Settings const common = common_settings(question);
    std::vector<NamedQueue> queues;
    Diagnostics& problems = out.problems;
    for (AskedSide const& side : sides_asked(question)) {
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
    if (!problems.has_errors()) out.answer = std::move(queues);
    return out;
}

}  // namespace clustersim
