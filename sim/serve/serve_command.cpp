// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/serve_command.hpp"

#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/core/program_files.hpp"
#include "sim/serve/http_library.hpp"
#include "sim/serve/listening_socket.hpp"
#include "sim/serve/question_site.hpp"
#include "sim/serve/running_server.hpp"
#include "sim/serve/static_site.hpp"
#include "sim/serve/token_file.hpp"
#include "sim/serve/web_browser.hpp"
#include "sim/serve/workers.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

constexpr unsigned most_at_a_time = 8;  ///< by default: each has a worker with its queues

unsigned cores() {
    return std::max(1U, std::thread::hardware_concurrency());
}

struct ServeCommand {
    int port = 0;
    std::string listen = "127.0.0.1";
    std::string token;
    fs::path token_file;
    fs::path folder;  ///< of a static edition
    bool open = false;
    unsigned workers = 0;    ///< 0: one for each core
    unsigned questions = 0;  ///< 0: by the number of cores
    int seconds = 120;
    int memory = 4096;  ///< MiB
};

/// The token that was chosen, a random one, or nothing if what was chosen is none.
Result<std::string> token_of(ServeCommand const& command) {
    bool const chosen = !command.token.empty() || !command.token_file.empty();
    if (!chosen && !is_loopback(command.listen) && command.folder.empty())
        return failure(problem(
            Code::wrong_usage,
            fmt::format("--listen {} needs --token-file or --token", command.listen),
            "other machines reach this address, so whoever may ask must know a secret that you "
            "give them; the connection is not encrypted: prefer 127.0.0.1 and `ssh -L`"));
    if (!chosen) return random_token();
    auto token = command.token_file.empty() ? Result<std::string>(command.token)
                                            : read_token_file(command.token_file);
    if (!token) return token;
    if (auto wrong = wrong_token(*token)) return failure(std::move(*wrong));
    return token;
}

/// The names by which a browser may call the server.
std::vector<std::string> names_of(std::string const& listen) {
    std::vector<std::string> names{url_host(listen)};
    if (is_loopback(listen)) {
        names.insert(names.end(), {"127.0.0.1", "localhost", "[::1]"});
        return names;
    }
    std::array<char, 256> own{};
    if (gethostname(own.data(), own.size() - 1) == 0) names.emplace_back(own.data());
    return names;
}

/// "0.0.0.0" is no address to go to.
std::string address_host(std::string const& listen) {
    if (listen == "0.0.0.0" || listen == "::") return names_of(listen).back();
    return url_host(listen);
}

QuestionLimits limits_of(ServeCommand const& command) {
    QuestionLimits limits;
    limits.time = std::chrono::seconds(command.seconds);
    limits.memory = static_cast<std::size_t>(command.memory) << 20U;
    limits.questions =
        command.questions > 0 ? command.questions : std::clamp(cores(), 3U, most_at_a_time);
    limits.threads = command.workers > 0 ? command.workers : cores();
    return limits;
}

class ServeRun {
  public:
    ServeRun(ServeCommand const& command, CommandContext& context)
        : command_(&command), context_(&context) {}

    void serve_questions(Command const& app, std::string const& token) {
        std::error_code error;
        if (!fs::is_directory(context_->data.root / "systems", error))
            return context_->report(
                cannot_read((context_->data.root / "systems").string(), "no such folder"));
        auto socket = listen_at(command_->listen, command_->port);
        if (context_->value_of(socket) == nullptr) return;
        // A terminal that is slow to print holds no question up for long.
        Workers workers({program_to_restart().string(),
                         "--data",
                         fs::absolute(context_->data.root).string(),
                         "ask",
                         "--stream",
                         "--confined"},
                        limits_of(*command_),
                        [this](std::string const& text) { context_->remark(text); });
        QuestionSite site(
            Access(token, names_of(command_->listen), socket->port), served_commands(app), workers);
        run(*socket, site, "/?token=" + token, [&] { workers.stop(); });
    }

    void serve_folder() {
        auto files = read_static_folder(command_->folder);
        if (context_->value_of(files) == nullptr) return;
        auto socket = listen_at(command_->listen, command_->port);
        if (context_->value_of(socket) == nullptr) return;
        StaticSite site(Access({}, names_of(command_->listen), socket->port), std::move(*files));
        run(*socket, site, "/", [] {});
    }

  private:
    void run(ListeningSocket const& socket,
             HttpSite& site,
             std::string const& path,
             std::function<void()> const& before_end) {
        auto server = load_http_server(socket.descriptor, site, {});
        if (context_->value_of(server) == nullptr) return;
        std::string const address =
            fmt::format("http://{}:{}{}", address_host(command_->listen), socket.port, path);
        context_->print(address + "\n");
        context_->remark("Open this address in a browser. Ctrl-C ends the server.\n");
        if (!is_loopback(command_->listen))
            context_->remark(
                "Other machines reach the server, and the connection is not encrypted.\n");
        auto const leading = command_->open ? opened(address) : std::nullopt;
        serve_until_signal(**server, before_end);
    }

    /// The page lasts as long as the server does: browsers take their time.
    std::optional<LeadingPage> opened(std::string const& address) {
        auto const variable = [](char const* name) {
            char const* const value = std::getenv(name);
            return std::string(value != nullptr ? value : "");
        };
        fs::path folder = variable("XDG_RUNTIME_DIR");
        if (folder.empty()) folder = fs::temp_directory_path();
        auto page = LeadingPage::create(address, folder);
        if (context_->value_of(page) == nullptr) return std::nullopt;
        std::string const why = open_in_browser(page->url(), variable("PATH"));
        if (!why.empty()) context_->remark(fmt::format("No browser was opened: {}.\n", why));
        return std::move(*page);
    }

    ServeCommand const* command_;
    CommandContext* context_;
};

void serve(Command const& app, ServeCommand const& command, CommandContext& context) {
    auto const token = token_of(command);
    if (!token) return context.report(token.error());
    // Before there are threads. Of the heaps that each thread would have, few are needed, and none shrinks.
    hold_signals();
    mallopt(M_ARENA_MAX, 2);
    ServeRun run(command, context);
    if (command.folder.empty())
        run.serve_questions(app, *token);
    else
        run.serve_folder();
}

}  // namespace

void add_serve_command(Command& app, CommandContext& context) {
    constexpr double largest_port = 65535;
    constexpr double most_seconds = 86'400;
    constexpr double least_memory = 128;
    constexpr double most_memory = 1 << 20;
    constexpr double most_workers = 1024;
    auto* sub = app.add_subcommand("serve", "Answer questions in the browser, and over HTTP");
    auto command = std::make_shared<ServeCommand>();
    sub->add_option("--port", command->port, "port; 0 is any that is free")
        ->between(0, largest_port)
        ->capture_default_str();
    sub->add_flag("--open", command->open, "open the page in the browser of this machine");
    sub->add_option("--listen", command->listen, "address at which to listen")
        ->takes(ValueKind::text, "ADDRESS")
        ->capture_default_str();
    auto* const token = sub->add_option(
        "--token",
        command->token,
        "the secret of whoever may ask, of 32 characters or more (default: a random one); "
        "other users of this machine may see it in the list of processes");
    sub->add_option(
           "--token-file", command->token_file, "a file with the secret that only you can read")
        ->takes(ValueKind::file, "FILE")
        ->excludes(token);
    auto* const folder =
        sub->add_option(
               "--static",
               command->folder,
               "serve the files of this folder, a static edition, and answer no questions; "
               "no token is needed")
            ->takes(ValueKind::folder, "DIR");
    folder->excludes(token)->excludes("--token-file");
    sub->add_option("--workers",
                    command->workers,
                    "threads of all questions together (default: the number of cores)")
        ->between(1, most_workers);
    sub->add_option("--questions",
                    command->questions,
                    "questions answered at a time; others wait (default: the number of cores, "
                    "from 3 to 8; one asker leaves one of them to others)")
        ->between(1, most_workers);
    sub->add_option("--seconds", command->seconds, "time of one question")
        ->between(1, most_seconds)
        ->unit("s")
        ->capture_default_str();
    sub->add_option("--memory", command->memory, "memory of one question in MiB")
        ->between(least_memory, most_memory)
        ->unit("MiB")
        ->capture_default_str();
    sub->footer("The one line on stdout is the address of the page, with the secret that each\n"
                "request must have. Nothing is read from or written to disk for a request\n"
                "except the shipped data.\n"
                "Examples:\n"
                "  clustersim serve --open\n"
                "  clustersim serve --port 8080 --seconds 60\n"
                "See also: docs/serve.md");
    sub->callback([command, &app, &context] { serve(app, *command, context); });
}

}  // namespace clustersim
