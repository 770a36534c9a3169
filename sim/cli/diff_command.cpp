// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/number_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/report/diff_text.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/study/diff/queue_sides.hpp"
#include "sim/study/diff/replay_sides.hpp"
#include "sim/study/policy_changes.hpp"
#include "sim/study/result_replay.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

struct DiffOptions {
    std::vector<std::string> files;
    std::vector<std::string> with;  ///< a further side each: the first file with these changes
    std::vector<std::string> set;   ///< changes of every side
    std::filesystem::path workload;
    SwfOptions swf;
    std::int64_t from = 0;
    std::size_t first = 0;
    std::optional<std::int64_t> seed;
    std::optional<std::int64_t> replicates;
    unsigned workers = 0;
    Format format = Format::table;
};

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

std::vector<AskedSide> sides_asked(DiffOptions const& options) {
    std::vector<AskedSide> sides;
    std::string set;
    for (std::string const& one : options.set) set += (set.empty() ? "" : " ") + one;
    for (std::string const& file : options.files)
        sides.push_back({set.empty() ? file : file + " with " + set, file, options.set});
    for (std::string const& with : options.with) {
        AskedSide side{set.empty() ? with : set + " " + with, options.files.front(), options.set};
        for (std::string const& word : words_in(with)) side.changes.push_back(word);
        sides.push_back(std::move(side));
    }
    return sides;
}

Diagnostics one_problem(Code code, std::string message, std::string help) {
    Diagnostics problems;
    problems.add(problem(code, std::move(message), std::move(help)));
    return problems;
}

/// The trace under each site, or nothing and a report.
std::optional<std::vector<NamedReplay>> read_replays(DiffOptions const& options,
                                                     CommandContext& context) {
    std::vector<NamedReplay> replays;
    Diagnostics problems;
    for (AskedSide const& side : sides_asked(options)) {
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

/// The seed and the number of replicates of every side.
Settings common_settings(DiffOptions const& options) {
    Settings common;
    if (options.seed) common.emplace_back("--seed", fmt::format("seed={}", *options.seed));
    if (options.replicates)
        common.emplace_back("--replicates", fmt::format("replicates={}", *options.replicates));
    return common;
}

bool is_folder(std::string const& file) {
    std::error_code error;
    return std::filesystem::is_directory(file, error);
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

/// The scenarios with their policies, or nothing and a report.
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

void print_diff(std::optional<DiffSides> const& sides,
                DiffOptions const& options,
                CommandContext& context) {
    if (!sides) {
        context.set_interrupted();
        return;
    }
    context.print(diff_text(compare_sides(*sides), options.format));
}

/// True if the first file describes a Slurm site; nothing and a report if it cannot be read.
std::optional<bool> first_is_site(DiffOptions const& options, CommandContext& context) {
    if (is_folder(options.files.front())) return false;
    auto document = read_yaml(options.files.front());
    if (context.value_of(document) == nullptr) return std::nullopt;
    ConfigNode const* schema = document->find("schema");
    return schema != nullptr && schema->scalar == slurm::site_schema;
}

/// Every side reads its files, so none of them can be a stream.
bool reads_stdin(DiffOptions const& options) {
    return options.workload == "-" || std::ranges::find(options.files, "-") != options.files.end();
}

void diff(DiffOptions options, CommandContext& context) {
    if (reads_stdin(options)) {
        context.report(one_problem(Code::inconsistent,
                                   "each side reads the files, so none can be standard input",
                                   "write it to a file first"));
        return;
    }
    if ((options.seed || options.replicates) && std::ranges::any_of(options.files, is_folder)) {
        context.report(one_problem(Code::inconsistent,
                                   "a result has the seed and the replicates of its run",
                                   "remove --seed and --replicates, or give the scenario"));
        return;
    }
    options.swf.from = {options.from};
    if (options.first > 0) options.swf.first = options.first;
    auto const site = first_is_site(options, context);
    if (!site) return;
    if (*site && options.workload.empty()) {
        context.report(one_problem(Code::missing_key,
                                   "site files have no jobs to compare",
                                   "add --workload TRACE, such as a jobs.csv of `import sacct`"));
        return;
    }
    if (!*site && !options.workload.empty()) {
        context.report(one_problem(Code::inconsistent,
                                   "a scenario has its own workload",
                                   "remove --workload, or give site files"));
        return;
    }
    StudyOptions study;
    study.file = options.files.front();
    study.workers = options.workers;
    RunOptions const run = study.run_options(context);
    if (*site) {
        auto const replays = read_replays(options, context);
        if (!replays) return;
        if (replays->size() > 1) {
            print_diff(replay_sides(*replays, run.workers, run.interrupted), options, context);
            return;
        }
    } else {
        auto queues = read_queues(options, run.library, context);
        if (!queues) return;
        if (queues->size() > 1) {
            print_diff(queue_sides(std::move(*queues), run), options, context);
            return;
        }
    }
    context.report(
        one_problem(Code::inconsistent,
                    "there is only one side to compare",
                    "name a second file, or change the first: --with bf_max_job_test=1000"));
}

}  // namespace

void add_diff_command(CLI::App& app, CommandContext& context) {
    auto options = std::make_shared<DiffOptions>();
    CLI::App* command = app.add_subcommand(
        "diff", "Compare policies, sites or releases of Slurm: who gains and who loses");
    command
        ->add_option("FILE",
                     options->files,
                     "site files (with --workload), scenarios or folders of results; each is "
                     "compared with the first")
        ->required();
    command
        ->add_option("--with",
                     options->with,
                     "a further side: the first file with these changes of its policy, "
                     "\"KEY=VALUE …\" or a file with a policy (repeatable)")
        ->type_name("CHANGES")
        ->allow_extra_args(false);
    command->add_option("--set", options->set, "change the policy of every side (repeatable)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--workload",
                     options->workload,
                     "the trace for site files: jobs.csv, .events or Standard Workload Format")
        ->type_name("TRACE");
    command->add_option("--first", options->first, "use only the first K jobs of the trace")
        ->check(whole_number_from(1).description(""))
        ->type_name("K");
    command
        ->add_option(
            "--from", options->from, "leave out jobs submitted before this second of the trace")
        ->check(whole_number_from(0))
        ->type_name("SECOND");
    command->add_option("--seed", options->seed, "seed of the scenarios, and of failures of nodes")
        ->envname("CLUSTERSIM_SEED")
        ->check(whole_number_from(0));
    command->add_option("--replicates", options->replicates, "replicates of the scenarios")
        ->envname("CLUSTERSIM_REPLICATES")
        ->check(whole_number_from(1));
    command
        ->add_option(
            "--workers", options->workers, "number of threads (the results do not depend on it)")
        ->envname("CLUSTERSIM_WORKERS")
        ->check(CLI::Range(1, 1024));
    add_format_option(*command, options->format);
    command->footer(
        "Examples:\n"
        "  clustersim diff site.yaml --workload jobs.csv --with bf_max_job_test=1000\n"
        "  clustersim diff now.yaml next.yaml --workload jobs.csv --format csv\n"
        "  clustersim diff scenarios/policy/archer2.yaml --with PriorityDecayHalfLife=14-0\n"
        "  clustersim diff results/before-1a2b3c4d results/after-5e6f7a8b\n"
        "See also: docs/policies.md, clustersim replay --help");
    command->callback([options, &context] { diff(*options, context); });
}

}  // namespace clustersim
