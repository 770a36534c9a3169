// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/core/nearest_name.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// The one piece of process-wide state: a signal handler can reach nothing else.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): as said above
volatile std::sig_atomic_t interrupts = 0;

constexpr std::array<std::pair<std::string_view, MessageFormat>, 3> message_format_names{
    {{"human", MessageFormat::human},
     {"short", MessageFormat::short_lines},
     {"json", MessageFormat::json}}};

extern "C" void on_interrupt(int) {
    interrupts = interrupts + 1;
    // The second Ctrl-C does not wait for anything.
    if (interrupts > 1) std::_Exit(130);
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
    for (; folder.has_relative_path(); folder = folder.parent_path()) {
        if (holds_data(folder)) return folder;
    }
    return fs::current_path(error);
}

void add_commands(CLI::App& app, CommandContext& context) {
    add_run_command(app, context);
    add_check_command(app, context);
    add_compare_command(app, context);
    add_replay_command(app, context);
    add_import_command(app, context);
    add_systems_command(app, context);
    add_applications_command(app, context);
    add_step_command(app, context);
    add_plan_command(app, context);
    add_fabric_command(app, context);
    add_nccl_tests_command(app, context);
    add_calibrate_command(app, context);
    add_validate_command(app, context);
    add_metrics_command(app, context);
    add_explain_command(app, context);
    add_squeue_command(app, context);
    add_sinfo_command(app, context);
    add_sprio_command(app, context);
    add_sshare_command(app, context);
    add_sacct_command(app, context);
    add_sdiag_command(app, context);
    add_seff_command(app, context);
}

void add_global_options(CLI::App& app, CommandContext& context) {
    app.add_option("--data", context.data.root, "folder with systems/ and workloads/")
        ->envname("CLUSTERSIM_DATA")
        ->type_name("DIR");
    add_choice_option<MessageFormat>(app,
                                     "--message-format",
                                     context.messages,
                                     message_format_names,
                                     "how problems are written: human, short or json");
    app.add_flag("-q,--quiet", context.quiet, "no remarks and no progress on stderr");
    app.set_version_flag("--version", "clustersim " CLUSTERSIM_VERSION);
}

/// Names the nearest command when the first word is not one.
std::string suggestion(CLI::App const& app, int argc, char** argv) {
    std::vector<std::string> known;
    for (CLI::App const* sub : app.get_subcommands({})) known.push_back(sub->get_name());
    for (int i = 1; i < argc; ++i) {
        std::string const word = argv[i];
        if (word.starts_with('-')) continue;
        if (std::ranges::find(known, word) != known.end()) break;
        return fmt::format("  help: {}\n", did_you_mean(word, known));
    }
    // An unknown option of a known command: compare with the options of that command and of all.
    CLI::App const* used = &app;
    while (!used->get_subcommands().empty()) used = used->get_subcommands().front();
    std::vector<std::string> options;
    for (CLI::App const* part : {used, &app}) {
        for (CLI::Option const* option : part->get_options()) {
            for (std::string const& name : option->get_lnames()) options.push_back("--" + name);
        }
    }
    for (int i = 1; i < argc; ++i) {
        std::string const word =
            std::string(argv[i]).substr(0, std::string_view(argv[i]).find('='));
        if (!word.starts_with("--") || std::ranges::find(options, word) != options.end()) continue;
        if (auto const near = nearest_name(word, options))
            return fmt::format("  help: did you mean {}?\n", *near);
    }
    return {};
}

/// The command that was being read when an option turned out wrong, as "clustersim calibrate application".
std::string command_path(CLI::App const& app) {
    std::string path = app.get_name();
    for (CLI::App const* at = &app; !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        path += " " + at->get_name();
    }
    return path;
}

int run(int argc, char** argv) {
    CommandContext context;
    context.data.root = find_data_root();
    context.interrupted = [] { return interrupts > 0; };

    CLI::App app{"What-if simulator of the European supercomputers: when a job starts, how fast it "
                 "runs, what it costs."};
    app.name("clustersim");
    app.require_subcommand(1);
    app.fallthrough();
    add_global_options(app, context);
    add_commands(app, context);
    app.footer(
        "Examples:\n"
        "  clustersim run scenarios/first-steps/quickstart.yaml\n"
        "  clustersim compare scenarios/first-steps/quickstart.yaml --systems leonardo,lumi\n"
        "  clustersim systems show lumi\n"
        "See also: clustersim COMMAND --help");
    try {
        app.parse(argc, argv);
    } catch (CLI::Success const& success) {
        std::ostringstream help;
        app.exit(success, help, help);
        context.print(help.str());
        return context.exit_code();
    } catch (CLI::ParseError const& error) {
        fmt::print(stderr, "clustersim: {}\n{}", error.what(), suggestion(app, argc, argv));
        fmt::print(stderr, "  see: {} --help\n", command_path(app));
        return static_cast<int>(Fault::usage);
    }
    return context.exit_code();
}

}  // namespace
}  // namespace clustersim

int main(int argc, char** argv) {
    std::signal(SIGINT, clustersim::on_interrupt);
    std::signal(SIGPIPE, SIG_IGN);
    // A quota is reported as a full disk is.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return clustersim::run(argc, argv);
    } catch (std::filesystem::filesystem_error const& error) {
        fmt::print(stderr, "clustersim: {}: {}\n", error.path1().string(), error.code().message());
        return static_cast<int>(clustersim::Fault::io);
    } catch (std::exception const& error) {
        fmt::print(stderr,
                   "clustersim {}: internal error: {}\n  Please report this with the command and "
                   "its input.\n",
                   CLUSTERSIM_VERSION,
                   error.what());
        return 70;
    }
}
