// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_waits_command.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/history_key.hpp"
#include "sim/cli/learning_options.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/history/waits/fit_waits.hpp"
#include "sim/history/waits/waits_model_file.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/waits_model_text.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace clustersim {
namespace {

struct FitWaits {
    LogQuestion log;
    HistoryKey key;
    std::filesystem::path out;
    unsigned workers = 0;
};

/// The model goes to the file and its quality to stdout; for `-`, the model goes to stdout and its quality to stderr.
void fit_the_waits(FitWaits const& command, CommandContext& context) {
    LearningOptions const options = learning_options(command.workers, context);
    LogQuestion log = command.log;
    if (!read_history_key(command.key, log.hash_key, context)) return;
    auto fit = fit_waits(log, options);
    if (context.value_of(fit) == nullptr) return;
    if (!fit->model) {
        context.set_interrupted();
        return;
    }
    if (!context.quiet && !fit->notes.empty()) context.report(fit->notes);
    auto const text = waits_model_json(*fit->model);
    if (!text) {
        context.report(text.error());
        return;
    }
    auto const quality = waits_model_text(*fit->model);
    if (command.out == "-") {
        context.print(*text);
        context.remark(quality);
        return;
    }
    if (auto const written = write_file(command.out, *text); !written) {
        context.report(written.error());
        return;
    }
    context.print(quality);
}

}  // namespace

void add_fit_waits(Command& fit, CommandContext& context) {
    auto* sub = fit.add_subcommand(
        "waits",
        "Learn the waits of a cluster from its log, for clustersim forecast --waits-model");
    auto command = std::make_shared<FitWaits>();
    sub->add_option("FILE",
                    command->log.files,
                    "logs with waits, plain or compressed: output of sacct --parsable2 or jobs.csv "
                    "of `import`")
        ->required();
    add_partitions_option(*sub, command->log.partitions);
    add_history_key_options(*sub, command->key);
    add_out_option(*sub, command->out, "model to write (- for stdout)")->default_val("-");
    add_workers_option(*sub, command->workers);
    sub->callback([command, &context] { fit_the_waits(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim fit waits sacct.txt -o waits.json\n"
                "  clustersim forecast queue.tar.gz --job 123456 --waits-model waits.json "
                "--history recent.txt\n"
                "See also: docs/waits.md, clustersim forecast --help");
}

}  // namespace clustersim
