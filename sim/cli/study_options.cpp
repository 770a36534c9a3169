// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/study_options.hpp"

#include "sim/cli/given_path.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/release_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/report/choice_text.hpp"

#include <fmt/format.h>

#include <memory>

namespace clustersim {

Settings StudyOptions::settings() const {
    Settings out;
    if (seed) out.emplace_back("--seed", fmt::format("seed={}", *seed));
    if (replicates) out.emplace_back("--replicates", fmt::format("replicates={}", *replicates));
    if (precision) out.emplace_back("--precision", fmt::format("precision={}", *precision));
    if (!release.empty()) out.emplace_back("--release", fmt::format("policy.release={}", release));
    for (std::string const& assignment : set)
        out.emplace_back("--set", given_setting(assignment, file.parent_path()));
    return out;
}

RunOptions StudyOptions::run_options(CommandContext& context) const {
    RunOptions options;
    options.library = {.systems = context.data.systems(),
                       .applications = context.data.applications(),
                       .mixes = context.data.mixes(),
                       .scenario_folder = file.parent_path()};
    options.work = context.work(workers, "replicates");
    options.warming = context.stage_counter("warming up queue");
    return options;
}

void add_study_options(Command& command,
                       StudyOptions& options,
                       std::string const& name,
                       std::string const& file_is,
                       ValueKind file_kind) {
    command.add_option(name, options.file, file_is)->required()->takes(file_kind);
    add_seed_option(command, options.seed)->envname("CLUSTERSIM_SEED");
    add_replicates_option(command, options.replicates);
    command
        .add_option("--precision",
                    options.precision,
                    "simulate more queues until the median wait is known to this share of itself, "
                    "such as 0.1")
        ->between(0.001, 1.0)
        ->unit("1")
        ->example("0.1");
    command
        .add_option("--set", options.set, "change one value: --set jobs.train.nodes=8 (repeatable)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->example("jobs.train.nodes=8");
    add_release_option(command, options.release);
    add_workers_option(command, options.workers);
    make_rare(command, {"--precision", "--release", "--workers"});
}

std::optional<ConfigNode> read_document(StudyOptions const& options, CommandContext& context) {
    auto document = read_scenario_document(options.file, options.settings());
    if (context.value_of(document) == nullptr) return std::nullopt;
    return std::move(*document);
}

std::optional<std::vector<Variant>> read_variants(StudyOptions const& options,
                                                  CommandContext& context) {
    auto const document = read_document(options, context);
    if (!document) return std::nullopt;
    auto variants = expand_sweep(*document);
    if (context.value_of(variants) == nullptr) return std::nullopt;
    return std::move(*variants);
}

void print_choices(std::vector<ResolvedRun> const& runs, Format format, CommandContext& context) {
    std::string const text = choice_text(runs);
    if (text.empty()) return;
    // In the other formats, stdout may hold nothing but data.
    bool const prose = format == Format::table || format == Format::markdown;
    if (prose)
        context.print("\n" + text);
    else
        context.remark(text);
}

}  // namespace clustersim
