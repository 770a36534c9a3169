// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_mix_command.hpp"

#include "sim/cli/choice_option.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/fit/fit_table.hpp"
#include "sim/history/fit/fit_mix.hpp"
#include "sim/report/atomic_file.hpp"

#include <array>
#include <memory>

namespace clustersim {
namespace {

constexpr std::array<std::pair<std::string_view, SizeUnit>, 2> fitted_units{
    {{"gpu", SizeUnit::gpu}, {"node", SizeUnit::node}}};
constexpr std::array<std::pair<std::string_view, FittedJobs>, 3> fitted_jobs_names{
    {{"all", FittedJobs::all}, {"gpu", FittedJobs::gpu}, {"cpu", FittedJobs::cpu}}};
constexpr std::array<std::pair<std::string_view, SizeField>, 2> fitted_sizes{
    {{"requested", SizeField::requested}, {"allocated", SizeField::allocated}}};

struct MixCommand {
    FitQuestion question;
    std::int32_t machine_size = 0;
    std::filesystem::path out;
    Format format = Format::table;
};

/// The mix goes to the file and its quality to stdout; for `-`, the mix goes to stdout and its quality to stderr.
void fit_the_mix(MixCommand const& command, CommandContext& context) {
    FitQuestion question = command.question;
    bool const to_stdout = command.out == "-";
    if (question.name.empty()) question.name = to_stdout ? "fitted" : command.out.stem().string();
    auto fit = fit_mix(question);
    if (context.value_of(fit) == nullptr) return;
    if (!context.quiet && !fit->log.past.notes.empty()) context.report(fit->log.past.notes);
    std::string const quality = fit_text(*fit, command.format);
    if (to_stdout) {
        context.print(mix_yaml(*fit));
        context.remark(quality);
        return;
    }
    if (auto const written = write_file(command.out, mix_yaml(*fit)); !written) {
        context.report(written.error());
        return;
    }
    context.print(quality);
}

void add_log_options(Command& sub, MixCommand& command) {
    LogQuestion& log = command.question.log;
    sub.add_option(
           "FILE",
           log.files,
           "logs, plain or compressed: SWF (*.swf*), output of sacct --parsable2, jobs.csv of "
           "`import`, or CSV with a submission, a run time and GPUs or nodes; users and "
           "limits where they are given")
        ->required();
    add_choice_option<FittedJobs>(sub, "--jobs", log.jobs, fitted_jobs_names, "jobs to use");
    add_partitions_option(sub, log.partitions);
    sub.add_option("--cores-per-node", log.cores_per_node, "processors of a node, for sizes of SWF")
        ->between(1, 1'000'000)
        ->type_name("N")
        ->capture_default_str()
        ->unit("processors");
    add_choice_option<SizeField>(sub,
                                 "--size",
                                 log.size,
                                 fitted_sizes,
                                 "processors of SWF: requested (field 8) or allocated (field 5)");
}

}  // namespace

void add_fit_mix(Command& fit, CommandContext& context) {
    auto* sub = fit.add_subcommand("mix", "Fit a job mix for background load to a log of jobs");
    auto command = std::make_shared<MixCommand>();
    add_log_options(*sub, *command);
    add_choice_option<SizeUnit>(*sub,
                                "--size-unit",
                                command->question.log.unit,
                                fitted_units,
                                "unit of the sizes (default: node if the log has nodes)");
    sub->add_option("--machine-size",
                    command->machine_size,
                    "nodes or GPUs of the machine that the log is of: sizes then scale with the "
                    "partition (default: they do not)")
        ->between(1, 10'000'000)
        ->type_name("N")
        ->unit("nodes or GPUs")
        ->example("2978");
    sub->add_option("--name", command->question.name, "name of the mix (default: that of the file)")
        ->type_name("NAME");
    add_out_option(*sub, command->out, "mix to write (- for stdout)")->default_val("-");
    add_format_option(*sub, command->format);
    sub->callback([command, &context] {
        if (command->machine_size > 0) command->question.machine_size = command->machine_size;
        fit_the_mix(*command, context);
    });
    sub->footer(
        "Examples:\n"
        "  clustersim fit mix dump.txt.gz --machine-size 2978 -o mine.yaml\n"
        "  clustersim fit mix trace.swf.gz --cores-per-node 16 --size allocated -o mine.yaml\n"
        "See also: workloads/README.md, clustersim fit waits --help");
}

}  // namespace clustersim
