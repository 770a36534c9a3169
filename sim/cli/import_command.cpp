// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/core/human.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/slurm/read/accounting/event_file.hpp"
#include "sim/slurm/read/accounting/jobs_csv.hpp"
#include "sim/slurm/read/accounting/name_hash.hpp"
#include "sim/slurm/read/accounting/read_accounting.hpp"
#include "sim/slurm/read/accounting/sacct_dump.hpp"
#include "sim/slurm/read/conf/read_site.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

struct SiteOptions {
    fs::path conf;
    std::optional<fs::path> gres, topology;
    std::vector<fs::path> associations;
    std::optional<std::string> hash_key;
    fs::path out;
};

struct JobsOptions {
    fs::path in;
    slurm::DumpOptions sacct;
    fs::path out;
};

Result<slurm::SiteReading> read_conf(SiteOptions const& options) {
    slurm::SiteFiles files;
    Diagnostics problems;
    auto const text_of = [&](fs::path const& path) {
        auto text = slurm::read_named_text(path);
        if (!text) {
            problems.append(std::move(text.error()));
            return slurm::ConfText{path.string(), {}};
        }
        return slurm::ConfText{std::move(text->name), std::move(text->text)};
    };
    // What lies beside slurm.conf is Slurm's own default for these two.
    auto const beside = [&](std::optional<fs::path> const& given, char const* name) {
        fs::path const path = given.value_or(options.conf.parent_path() / name);
        std::error_code error;
        return given || fs::exists(path, error) ? std::optional(text_of(path)) : std::nullopt;
    };
    files.conf = text_of(options.conf);
    files.gres = beside(options.gres, "gres.conf");
    files.topology = beside(options.topology, "topology.conf");
    files.fetch = [](fs::path const& path) -> Result<std::string> {
        auto text = slurm::read_named_text(path);
        if (!text) return failure(std::move(text.error()));
        return std::move(text->text);
    };
    if (problems.has_errors()) return failure(std::move(problems));
    return slurm::read_site(files);
}

struct ImportedSite {
    slurm::Site site;
    Diagnostics warnings;
    slurm::SiteOrigin origin;
    std::vector<std::string> by_reason;  ///< for the summary: parameters of no effect
};

void list_unused(slurm::SiteReading const& reading, ImportedSite& out) {
    struct Kind {
        slurm::Unused why;
        std::string_view title;
    };
    for (auto const& [why, title] :
         {Kind{slurm::Unused::unsupported, "may change schedules, not emulated"},
          Kind{slurm::Unused::unknown, "unknown"},
          Kind{slurm::Unused::irrelevant, "no matter for schedules"}}) {
        std::set<std::string> names;
        for (auto const& one : reading.unused) {
            if (one.why == why) names.insert(one.name);
        }
        if (names.empty()) continue;
        out.by_reason.push_back(fmt::format("{}: {}", title, fmt::join(names, ", ")));
        for (std::string const& name : names) {
            out.origin.without_effect.push_back(fmt::format("{} ({})", name, title));
        }
    }
}

Result<ImportedSite> import_site(SiteOptions const& options) {
    auto reading = read_conf(options);
    if (!reading) return failure(std::move(reading.error()));
    ImportedSite out;
    out.site = std::move(reading->site);
    out.warnings = std::move(reading->warnings);
    out.origin.files.push_back(options.conf.filename().string());
    for (auto const& path : {options.gres, options.topology}) {
        if (path) out.origin.files.push_back(path->filename().string());
    }
    list_unused(*reading, out);
    std::vector<slurm::NamedText> texts;
    Diagnostics problems;
    for (fs::path const& path : options.associations) {
        auto text = slurm::read_named_text(path);
        if (!text) {
            problems.append(std::move(text.error()));
            continue;
        }
        texts.push_back(std::move(*text));
        out.origin.files.push_back(path.filename().string());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    if (!texts.empty()) {
        auto notes = slurm::read_accounting(texts, out.site);
        if (!notes) return failure(std::move(notes.error()));
        out.warnings.append(std::move(notes->warnings));
        for (std::string const& word : notes->without_effect) {
            out.origin.without_effect.push_back(word + " (accounting)");
        }
        if (!notes->without_effect.empty()) {
            out.by_reason.push_back(
                fmt::format("of accounting: {}", fmt::join(notes->without_effect, ", ")));
        }
    }
    if (out.site.settings.enforce.associations && out.site.associations.empty()) {
        Diagnostic nobody = problem(Code::inconsistent,
                                    "the site refuses users without an association, and none was "
                                    "given: every job would be refused",
                                    "--associations names the accounting database's files; "
                                    "docs/import.md says how to get them");
        nobody.severity = Severity::warning;
        out.warnings.add(std::move(nobody));
    }
    if (options.hash_key) slurm::hash_names(out.site, slurm::NameHash(*options.hash_key));
    return out;
}

std::string site_summary(ImportedSite const& imported, std::string const& file) {
    slurm::Site const& site = imported.site;
    std::int64_t cpus = 0;
    std::int64_t gpus = 0;
    for (std::size_t i = 0; i < site.nodes.size(); ++i) {
        auto const& record = site.record_of(static_cast<std::int32_t>(i));
        cpus += record.cpus;
        for (auto const& gres : record.gres) gpus += gres.name == "gpu" ? gres.count : 0;
    }
    auto const users = std::ranges::count_if(
        site.associations, [](slurm::Association const& one) { return one.is_user(); });
    std::vector<std::string> partitions;
    for (auto const& one : site.partitions) {
        partitions.push_back(one.name + (one.is_default ? "*" : ""));
    }
    std::vector<std::string> qos;
    for (auto const& one : site.qos) qos.push_back(one.name);

    std::string out = fmt::format("{}: the cluster {}\n", file, site.settings.cluster_name);
    out += fmt::format("nodes         {} in {} kinds, {} CPUs, {} GPUs\n",
                       site.nodes.size(),
                       site.records.size(),
                       cpus,
                       gpus);
    out += fmt::format("switches      {}\n", site.switches.size());
    out += fmt::format("partitions    {}: {}\n", partitions.size(), fmt::join(partitions, ", "));
    out += fmt::format(
        "QOS           {}{}{}\n", qos.size(), qos.empty() ? "" : ": ", fmt::join(qos, ", "));
    out += fmt::format("associations  {}: {} of users, {} of accounts\n",
                       site.associations.size(),
                       users,
                       static_cast<std::int64_t>(site.associations.size()) - users);
    out += "without effect here\n";
    for (std::string const& line : imported.by_reason) out += "  " + line + "\n";
    if (imported.by_reason.empty()) out += "  nothing\n";
    return out;
}

/// Writes the file, or the text itself for `-`, and then the summary.
void deliver(fs::path const& out,
             std::string const& text,
             std::string const& summary,
             CommandContext& context) {
    if (out == "-") {
        context.print(text);
        context.remark(summary);
        return;
    }
    auto const written = write_file(out, text);
    if (!written) {
        context.report(written.error());
        return;
    }
    context.print(summary);
}

void import_slurm(SiteOptions const& options, CommandContext& context) {
    auto imported = import_site(options);
    if (context.value_of(imported) == nullptr) return;
    if (!context.quiet && !imported->warnings.empty()) context.report(imported->warnings);
    deliver(options.out,
            slurm::write_site_yaml(imported->site, imported->origin),
            site_summary(*imported, options.out.string()),
            context);
}

void import_jobs(Result<slurm::ImportedJobs> jobs,
                 JobsOptions const& options,
                 CommandContext& context) {
    if (context.value_of(jobs) == nullptr) return;
    if (!context.quiet && !jobs->notes.empty()) context.report(jobs->notes);
    auto const& last = jobs->jobs.back().request.submit;
    std::string summary = fmt::format("{}: {} jobs, submitted over {}\n",
                                      options.out.string(),
                                      jobs->jobs.size(),
                                      human((last - jobs->jobs.front().request.submit).duration()));
    if (!jobs->origin.empty()) summary += fmt::format("second 0      {}\n", jobs->origin);
    if (!jobs->ignored.empty()) {
        summary += fmt::format("not used      {}\n", fmt::join(jobs->ignored, ", "));
    }
    deliver(options.out, slurm::write_jobs_csv(jobs->jobs), summary, context);
}

CLI::Option* add_out(CLI::App& command, fs::path& out, char const* what) {
    return command.add_option("-o,--out", out, fmt::format("the {} to write; - is stdout", what))
        ->required()
        ->type_name("FILE");
}

void add_hash(CLI::App& command, std::optional<std::string>& key) {
    command
        .add_option_function<std::string>(
            "--hash-users",
            [&key](std::string const& text) { key = text; },
            "replace names of users and accounts by hashes; the same KEY, to be kept secret, gives "
            "the same names in the site and in its jobs")
        ->type_name("KEY");
}

void add_slurm(CLI::App& parent, CommandContext& context) {
    auto options = std::make_shared<SiteOptions>();
    CLI::App* command = parent.add_subcommand(
        "slurm", "Copy a site: slurm.conf and its accounting database become one site.yaml");
    command->add_option("--conf", options->conf, "slurm.conf; Include is followed")
        ->required()
        ->type_name("FILE");
    command
        ->add_option(
            "--gres", options->gres, "gres.conf; without it the one beside slurm.conf, if any")
        ->type_name("FILE");
    command
        ->add_option("--topology",
                     options->topology,
                     "topology.conf; without it the one beside slurm.conf, if any")
        ->type_name("FILE");
    command
        ->add_option("--associations",
                     options->associations,
                     "QOS, accounts, users: `sacctmgr dump CLUSTER`, a script of sacctmgr "
                     "commands, or the tables of `sacctmgr -P show qos` and `sacctmgr -P show "
                     "assoc tree`; may be given several times")
        ->type_name("FILE")
        ->allow_extra_args(false);
    add_hash(*command, options->hash_key);
    add_out(*command, options->out, "site");
    command->footer("Examples:\n"
                    "  clustersim import slurm --conf slurm.conf -o site.yaml\n"
                    "  clustersim import slurm --conf slurm.conf --associations dump.cfg "
                    "--associations qos.txt -o site.yaml\n"
                    "See also: docs/import.md");
    command->callback([options, &context] { import_slurm(*options, context); });
}

void add_sacct(CLI::App& parent, CommandContext& context) {
    auto options = std::make_shared<JobsOptions>();
    CLI::App* command = parent.add_subcommand(
        "sacct", "Copy past jobs: what sacct --parsable2 prints becomes a table of submissions");
    command
        ->add_option("DUMP",
                     options->in,
                     fmt::format("its output, plain or compressed; - is stdin. The command:\n{}",
                                 slurm::sacct_command))
        ->required();
    add_hash(*command, options->sacct.hash_key);
    command->add_flag("--skip-broken",
                      options->sacct.skip_broken,
                      "leave broken rows out instead of refusing the file");
    add_out(*command, options->out, "jobs.csv");
    command->footer("Examples:\n"
                    "  clustersim import sacct dump.txt.gz -o jobs.csv\n"
                    "  clustersim import sacct dump.txt --hash-users 'a secret' -o jobs.csv\n"
                    "See also: docs/import.md, clustersim replay --help");
    command->callback([options, &context] {
        import_jobs(slurm::read_sacct_dump(options->in, options->sacct), *options, context);
    });
}

void add_events(CLI::App& parent, CommandContext& context) {
    auto options = std::make_shared<JobsOptions>();
    CLI::App* command = parent.add_subcommand(
        "events", "Copy an event file of the Buffalo Slurm simulator as a table of submissions");
    command->add_option("EVENTS", options->in, "the file, plain or compressed; - is stdin")
        ->required();
    add_out(*command, options->out, "jobs.csv");
    command->footer("Examples:\n"
                    "  clustersim import events workload.events.gz -o jobs.csv\n"
                    "See also: docs/import.md, clustersim replay --help");
    command->callback([options, &context] {
        import_jobs(slurm::read_event_file(options->in), *options, context);
    });
}

}  // namespace

void add_import_command(CLI::App& app, CommandContext& context) {
    CLI::App* command =
        app.add_subcommand("import", "Copy a Slurm site and its jobs from the site's own files");
    command->require_subcommand(1);
    add_slurm(*command, context);
    add_sacct(*command, context);
    add_events(*command, context);
    command->footer("Examples:\n"
                    "  clustersim import slurm --conf slurm.conf -o site.yaml\n"
                    "  clustersim import sacct dump.txt -o jobs.csv\n"
                    "  clustersim replay jobs.csv --site site.yaml\n"
                    "See also: docs/import.md");
}

}  // namespace clustersim
