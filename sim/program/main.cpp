// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/completion.hpp"
#include "sim/cli/old_names.hpp"
#include "sim/cli/question_json.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/terminal_asker.hpp"
#include "sim/cli/wrong_use.hpp"
#include "sim/commands/program.hpp"
#include "sim/core/printable.hpp"
#include "sim/core/program_files.hpp"
#include "sim/core/version.hpp"
#include "sim/mcp/mcp_command.hpp"
#include "sim/program/ask_command.hpp"
#include "sim/serve/serve_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <malloc.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
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
    fs::path folder = own_program().parent_path();
    if (holds_data(folder.parent_path() / "share/clustersim"))
        return folder.parent_path() / "share/clustersim";
    for (; folder.has_relative_path(); folder = folder.parent_path())
        if (holds_data(folder)) return folder;
    return fs::current_path(error);
}

/// A person who can press Ctrl-C.
class Person : public TerminalAsker {
  public:
    bool shows_question = false;  ///< wants the question as JSON in place of an answer

    [[nodiscard]] bool is_interrupted() const override { return was_interrupted(); }
};

void add_program_options(Program& program, Person& person) {
    Command& app = program.commands();
    app.add_option(
           "--data", program.context().data.root, "folder that contains systems/ and workloads/")
        ->envname("CLUSTERSIM_DATA")
        ->takes(ValueKind::folder, "DIR");
    add_choice_option<MessageFormat>(
        app, "--message-format", person.messages, message_format_names, "format of messages");
    app.add_flag(
        "-q,--quiet", program.context().quiet, "print no remarks and no progress on stderr");
    app.add_flag(
        "--as-question", person.shows_question, "print the question as JSON, without answering it");
    make_rare(app, {"--message-format", "--as-question"});
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
                   Person& person) {
    std::string const see = fmt::format("{} --help", full_name(asked_command(app)));
    if (asks_for_json(words)) {
        person.messages = MessageFormat::json;
        Diagnostics all;
        all.add(wrong);
        person.report(all);
        person.remark("see: " + see);
    } else {
        fmt::print(stderr, "clustersim: {}\n", printable_text(wrong.message));
        if (!wrong.help.empty()) fmt::print(stderr, "  help: {}\n", printable_line(wrong.help));
        fmt::print(stderr, "  see: {}\n", see);
    }
    person.finish();
    return static_cast<int>(Fault::usage);
}

/// A command that needs the table of options alone.
std::function<void(Program&)> of_table(AddCommand add) {
    return [add = std::move(add)](Program& program) { add(program.commands(), program.context()); };
}

/// Answers the words of a command line; returns the exit code.
int run(std::vector<std::string> const& words) {
    Person person;
    Program program(
        person,
        {find_data_root()},
        {.more = {add_ask_command, of_table(add_serve_command), of_table(add_mcp_command)}});
    Command& app = program.commands();
    CommandContext& context = program.context();
    add_program_options(program, person);
    app.footer("Example: clustersim run scenarios/first-steps/quickstart.yaml\n"
               "See also: clustersim help COMMAND|units|exit-codes|formats|metrics");
    if (!words.empty() && words.front() == complete_command) {
        if (char const* const data = std::getenv("CLUSTERSIM_DATA")) context.data.root = data;
        context.print(completions(app, context.data, std::span(words).subspan(1)));
        return context.exit_code();
    }
    if (auto const renamed = renamed_command(app, words))
        return tell_wrong_use(app, *renamed, words, person);
    // Before the command begins, and after its options are known.
    app.parse_complete_callback([&] {
        Command const& asked = asked_command(app);
        if (person.shows_question && asked.get_name() == "ask")
            throw CLI::ValidationError("--as-question", "`ask` answers a question and is none");
        if (person.shows_question) {
            context.print(question_json(asked));
            throw CLI::Success();
        }
        program.begin(asked);
    });
    try {
        // The library takes the words from the end on.
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (RefusedQuestion const& refused) {
        context.report(refused.why);
    } catch (CLI::Success const& success) {
        std::ostringstream help;
        app.exit(success, help, help);
        context.print(help.str());
        return context.exit_code();
    } catch (CLI::ParseError const& error) {
        return tell_wrong_use(app, wrong_use(app, error, words), words, person);
    }
    person.finish();
    return context.exit_code();
}

/// A heap of a thread that cannot grow gets each allocation from the kernel, which takes minutes: under a small limit, all
/// threads share one.
void share_heap_under_limit() {
    constexpr rlim_t room_for_heaps = rlim_t{1} << 30U;
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < room_for_heaps)
        mallopt(M_ARENA_MAX, 1);
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
    clustersim::share_heap_under_limit();
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
