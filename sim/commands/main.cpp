// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/completion.hpp"
#include "sim/cli/help_formatter.hpp"
#include "sim/cli/old_names.hpp"
#include "sim/cli/output_option.hpp"
#include "sim/cli/question.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/cli/wrong_use.hpp"
#include "sim/core/claimed_outputs.hpp"
#include "sim/core/printable.hpp"
#include "sim/core/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// Process-wide state, because a signal handler can reach nothing else. A command that reads `interrupts` can give a
/// partial answer. Before the first read, Ctrl-C ends the process at once.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): as said above
std::atomic<int> interrupts = 0;
std::atomic<bool> somebody_looks = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "signal handlers may not wait");

bool was_interrupted() {
    // Every worker reads this often, so an unchanged value is not written again.
    if (!somebody_looks.load(std::memory_order_relaxed)) somebody_looks = true;
    return interrupts.load(std::memory_order_relaxed) > 0;
}

constexpr std::array<std::pair<std::string_view, MessageFormat>, 3> message_format_names{
    {{"human", MessageFormat::human},
     {"short", MessageFormat::short_lines},
     {"json", MessageFormat::json}}};

extern "C" void on_interrupt(int) {
    ++interrupts;
    // The second Ctrl-C ends the process at once.
    if (interrupts > 1 || !somebody_looks) std::_Exit(130);
}

bool holds_data(fs::path const& folder) {
    std::error_code error;
    return fs::is_directory(folder / "systems", error) &&
           fs::is_directory(folder / "workloads", error);
}

/// The data folder of an installed program (../share/clustersim) or of a build inside the source
/// tree (some folder above the program).
fs::path find_data_root() {
    std::error_code error;
    fs::path const program = fs::read_symlink("/proc/self/exe", error);
    fs::path folder = program.parent_path();
    if (holds_data(folder.parent_path() / "share/clustersim"))
        return folder.parent_path() / "share/clustersim";
    for (; folder.has_relative_path(); folder = folder.parent_path())
        if (holds_data(folder)) return folder;
    return fs::current_path(error);
}

using AddCommand = void (*)(Command&, CommandContext&);

/// What a person asks, and the commands that answer it, in the order of `--help`.
struct CommandGroup {
    char const* question;
    std::vector<AddCommand> commands;
};

std::vector<CommandGroup> command_groups() {
    return {{"Ask about your jobs",
             {add_init_command,
              add_check_command,
              add_run_command,
              add_compare_command,
              add_sweep_command,
              add_allocate_command,
              add_advise_command,
              add_forecast_command}},
            {"Look at a result", {add_show_command, add_explain_command}},
            {"Study clusters and policies",
             {add_import_command,
              add_replay_command,
              add_diff_command,
              add_fit_command,
              add_validate_command}},
            {"Ask about a step or a machine, without a queue",
             {add_step_command,
              add_plan_command,
              add_inference_command,
              add_fabric_command,
              add_nccl_tests_command,
              add_systems_command,
              add_applications_command}},
            {"Help", {add_help_command, add_completion_command, add_ask_command}},
            {slurm_group,
             {add_squeue_command,
              add_sinfo_command,
              add_sprio_command,
              add_sshare_command,
              add_sacct_command,
              add_sdiag_command,
              add_seff_command}}};
}

void add_commands(Command& app, CommandContext& context) {
    for (CommandGroup const& group : command_groups())
        for (AddCommand const add : group.commands) {
            add(app, context);
            app.get_subcommands([](CLI::App*) { return true; }).back()->group(group.question);
        }
}

void add_global_options(Command& app, CommandContext& context) {
    app.add_option("--data", context.data.root, "folder that contains systems/ and workloads/")
        ->envname("CLUSTERSIM_DATA")
        ->takes(ValueKind::folder, "DIR");
    add_choice_option<MessageFormat>(
        app, "--message-format", context.messages, message_format_names, "format of messages");
    app.add_flag("-q,--quiet", context.quiet, "print no remarks and no progress on stderr");
    app.set_version_flag("--version", fmt::format("clustersim {}", program_version()));
}

/// Whether the words ask for messages as JSON. They are searched here because a command line that cannot be parsed
/// sets no option.
bool asks_for_json(std::span<std::string const> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--message-format=json") return true;
        if (words[i] == "--message-format" && i + 1 < words.size() && words[i + 1] == "json")
            return true;
    }
    return false;
}

/// Returns the exit code.
int tell_wrong_use(Command const& app,
                   Diagnostic const& wrong,
                   std::span<std::string const> words,
                   CommandContext& context) {
    std::string const see = fmt::format("{} --help", command_path(app));
    if (asks_for_json(words)) {
        context.messages = MessageFormat::json;
        Diagnostics all;
        all.add(wrong);
        context.report(all);
        context.remark("see: " + see);
    } else {
        fmt::print(stderr, "clustersim: {}\n", printable_text(wrong.message));
        if (!wrong.help.empty()) fmt::print(stderr, "  help: {}\n", printable_line(wrong.help));
        fmt::print(stderr, "  see: {}\n", see);
    }
    context.finish();
    return static_cast<int>(Fault::usage);
}

/// A command line that is understood and must not be followed.
struct RefusedCommand : std::exception {
    explicit RefusedCommand(Diagnostic refusal) : why(std::move(refusal)) {}
    Diagnostic why;
};

/// The files whose text may be shown: those of the command line, and that of the question which it comes from.
std::set<fs::path> shown_files(Command const& app, Question const* question) {
    std::set<fs::path> files = named_files(app);
    std::error_code error;
    if (question != nullptr)
        if (auto file = fs::canonical(question->place.span().file, error); !error)
            files.insert(std::move(file));
    return files;
}

/// Answers the words of a command line, or of a `question` that `ask` has read; returns the exit code.
int run(std::vector<std::string> const& words, std::shared_ptr<Question const> question = {}) {
    CommandContext context;
    context.answering = std::move(question);
    context.data.root = find_data_root();
    context.interrupted = was_interrupted;

    Command app{"What-if simulator of Europe's supercomputers: start, speed and cost of jobs."};
    app.name("clustersim");
    app.formatter(std::make_shared<HelpFormatter>(stdout_width()));
    app.require_subcommand(1);
    app.fallthrough();
    add_global_options(app, context);
    add_commands(app, context);
    app.footer("Examples:\n"
               "  clustersim run scenarios/first-steps/quickstart.yaml\n"
               "See also: clustersim help COMMAND|units|exit-codes|formats|metrics");
    if (!words.empty() && words.front() == complete_command) {
        if (char const* const data = std::getenv("CLUSTERSIM_DATA")) context.data.root = data;
        context.print(completions(app, context.data, std::span(words).subspan(1)));
        return context.exit_code();
    }
    if (auto const renamed = renamed_command(app, words))
        return tell_wrong_use(app, *renamed, words, context);
    std::optional<ClaimedOutputs> claimed;
    // Before the command begins, and after its options are known.
    app.parse_complete_callback([&] {
        context.named = shown_files(app, context.answering.get());
        std::vector<OutputClaim> outputs = asked_outputs(app);
        if (auto same = same_outputs(outputs)) throw RefusedCommand(std::move(*same));
        claimed.emplace(std::move(outputs));
        if (auto const commands = app.get_subcommands(); !commands.empty())
            context.begin_progress(commands.front()->get_name());
    });
    try {
        // The library takes the words from the end on.
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (RefusedCommand const& refused) {
        Diagnostics wrong;
        wrong.add(refused.why);
        context.report(wrong);
    } catch (CLI::Success const& success) {
        std::ostringstream help;
        app.exit(success, help, help);
        context.print(help.str());
        return context.exit_code();
    } catch (CLI::ParseError const& error) {
        return tell_wrong_use(app, wrong_use(app, error, words), words, context);
    }
    context.finish();
    if (context.question) return run(context.question->words, context.question);
    return context.exit_code();
}

/// Without allocating anything.
int tell_memory() {
    std::fputs("clustersim: there is not enough memory for this command\n"
               "  help: ask for less at a time, such as fewer jobs, points or replicates, or fewer "
               "--workers; or raise the limit (ulimit -v, --mem of a batch job)\n",
               stderr);
    return static_cast<int>(Fault::io);
}

int tell_bug(std::exception const& error) {
    fmt::print(stderr,
               "clustersim {}: internal error: {}\n  Please report this with the command and "
               "its input.\n",
               program_version(),
               error.what());
    return 70;
}

}  // namespace
}  // namespace clustersim

int main(int argc, char** argv) {
    std::signal(SIGINT, clustersim::on_interrupt);
    std::signal(SIGPIPE, SIG_IGN);
    // A quota that is used up is reported in the same way as a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return clustersim::run({argv + 1, argv + argc});
    } catch (std::filesystem::filesystem_error const& error) {
        fmt::print(stderr, "clustersim: {}: {}\n", error.path1().string(), error.code().message());
        return static_cast<int>(clustersim::Fault::io);
    } catch (std::bad_alloc const&) {
        return clustersim::tell_memory();
    } catch (std::length_error const&) {
        return clustersim::tell_memory();
    } catch (std::system_error const& error) {
        // No memory for another thread.
        bool const full = error.code() == std::errc::resource_unavailable_try_again ||
                          error.code() == std::errc::not_enough_memory;
        return full ? clustersim::tell_memory() : clustersim::tell_bug(error);
    } catch (std::exception const& error) {
        return clustersim::tell_bug(error);
    }
}
