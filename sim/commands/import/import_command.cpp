// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/release_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/import/import_events.hpp"
#include "sim/commands/import/import_site.hpp"
#include "sim/commands/import/import_text.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/slurm/read/accounting/sacct_dump.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <fmt/format.h>

#include <memory>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

struct SiteOptions {
    SlurmSiteFiles files;
    std::optional<std::string> hash_key;
    std::string release;
    fs::path out;
};

struct JobsOptions {
    fs::path in;
    slurm::DumpOptions sacct;
    fs::path out;
};

/// Writes the file (stdout if it is `-`), then the summary.
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
    SlurmSiteFiles files = options.files;
    files.release = slurm::release_of(options.release);
    auto imported = import_site(files, options.hash_key);
    if (context.value_of(imported) == nullptr) return;
    if (!context.quiet && !imported->warnings.empty()) context.report(imported->warnings);
    deliver(options.out,
            slurm::write_site_yaml(imported->site, imported->origin),
            imported_site_text(*imported, options.out.string()),
            context);
}

void import_jobs(Result<slurm::DumpTable> imported,
                 JobsOptions const& options,
                 CommandContext& context) {
    if (context.value_of(imported) == nullptr) return;
    Diagnostics const& notes = imported->remarks.notes;
    if (!context.quiet && !notes.empty()) context.report(notes);
    deliver(options.out,
            imported->jobs.csv(),
            imported_jobs_text(*imported, options.out.string()),
            context);
}

void add_hash(Command& command, std::optional<std::string>& key) {
    command
        .add_option_function(
            "--hash-users",
            [&key](std::string const& text) { key = text; },
            "replace names of users and accounts by hashes; the same KEY gives the same names in "
            "the site and in its jobs (keep it secret)")
        ->type_name("KEY");
}

void add_slurm(Command& parent, CommandContext& context) {
    auto options = std::make_shared<SiteOptions>();
    Command* command = parent.add_subcommand(
        "slurm", "Convert slurm.conf and the accounting database of a site into one site.yaml");
    command->add_option("--conf", options->files.conf, "slurm.conf; Include files are read too")
        ->required()
        ->takes(ValueKind::file, "FILE");
    command
        ->add_option("--gres",
                     options->files.gres,
                     "gres.conf (default: the one in the folder of slurm.conf, if any)")
        ->takes(ValueKind::file, "FILE");
    command
        ->add_option("--topology",
                     options->files.topology,
                     "topology.conf (default: the one in the folder of slurm.conf, if any)")
        ->takes(ValueKind::file, "FILE");
    command
        ->add_option("--associations",
                     options->files.associations,
                     "QOS, accounts, users: `sacctmgr dump CLUSTER`, or the tables of `sacctmgr "
                     "-P show qos` and `sacctmgr -P show assoc tree`; may be given several times")
        ->takes(ValueKind::file, "FILE")
        ->allow_extra_args(false);
    command
        ->add_option("--show-config",
                     options->files.show_config,
                     "output of `scontrol show config`, which names the release of Slurm")
        ->takes(ValueKind::file, "FILE");
    add_release_option(*command, options->release);
    add_hash(*command, options->hash_key);
    add_out_option(*command, options->out, "the site to write (- for stdout)")->required();
    command->footer("Examples:\n"
                    "  clustersim import slurm --conf slurm.conf -o site.yaml\n"
                    "  clustersim import slurm --conf slurm.conf --associations dump.cfg "
                    "--associations qos.txt -o site.yaml\n"
                    "See also: docs/import.md");
    command->callback([options, &context] { import_slurm(*options, context); });
}

void add_sacct(Command& parent, CommandContext& context) {
    auto options = std::make_shared<JobsOptions>();
    Command* command = parent.add_subcommand(
        "sacct",
        "Convert past jobs, as sacct --parsable2 prints them, into a table of submissions");
    command
        ->add_option(
            "DUMP", options->in, "what the first example prints, plain or compressed (- for stdin)")
        ->required();
    add_hash(*command, options->sacct.hash_key);
    command->add_flag("--skip-broken",
                      options->sacct.skip_broken,
                      "skip broken rows instead of refusing the file");
    add_out_option(*command, options->out, "the jobs.csv to write (- for stdout)")->required();
    command->footer(
        fmt::format("Examples:\n"
                    "  {} | gzip > dump.txt.gz\n"
                    "  clustersim import sacct dump.txt.gz -o jobs.csv\n"
                    "  clustersim import sacct dump.txt.gz --hash-users 'a secret' -o jobs.csv\n"
                    "See also: docs/import.md, clustersim replay --help",
                    slurm::sacct_command));
    command->callback([options, &context] {
        import_jobs(slurm::read_sacct_table(options->in, options->sacct), *options, context);
    });
}

void add_events(Command& parent, CommandContext& context) {
    auto options = std::make_shared<JobsOptions>();
    Command* command = parent.add_subcommand(
        "events",
        "Convert an event file of the Buffalo Slurm simulator into a table of submissions");
    command->add_option("EVENTS", options->in, "the file, plain or compressed (- for stdin)")
        ->required();
    add_out_option(*command, options->out, "the jobs.csv to write (- for stdout)")->required();
    command->footer("Examples:\n"
                    "  clustersim import events workload.events.gz -o jobs.csv\n"
                    "See also: docs/import.md, clustersim replay --help");
    command->callback(
        [options, &context] { import_jobs(import_events(options->in), *options, context); });
}

}  // namespace

void add_import_command(Command& app, CommandContext& context) {
    Command* command =
        app.add_subcommand("import", "Import a Slurm site and its jobs from the site's own files");
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
