// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/mcp_command.hpp"

#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/confined_process.hpp"
#include "sim/commands/door.hpp"
#include "sim/commands/program.hpp"
#include "sim/mcp/line_reader.hpp"
#include "sim/mcp/session.hpp"
#include "sim/mcp/tools.hpp"

#include <cstddef>
#include <memory>
#include <poll.h>
#include <unistd.h>

namespace clustersim {
namespace {

constexpr std::size_t longest_line = std::size_t{32} << 20;

/// For the table of options, which is read and not asked.
class NobodyAsks : public Asker {
  public:
    bool answer(std::string_view /*bytes*/) override { return true; }
    void remark(std::string /*text*/) override {}
    void report(Diagnostics const& /*diagnostics*/) override {}
};

/// Whether nobody reads standard output any more.
bool nobody_reads() {
    pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
    return ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLNVAL)) != 0;
}

void serve_agent(CommandContext& context, unsigned workers) {
    confine_to_data(context);
    NobodyAsks nobody;
    Program table(nobody, context.data);
    Door door(context.data);
    SessionParts parts{
        .tools = agent_tools(table.commands()),
        .scenarios = context.data.root / "scenarios",
        .ask = [&door](Question const& question,
                       Listener const& listener) { return door.ask(question, listener); },
        .send = [&context](std::string const& line) { context.print(line + '\n'); },
        .client_gone = nobody_reads,
        .workers = context.work(workers).workers};
    Session session(std::move(parts));
    LineReader lines(STDIN_FILENO, longest_line);
    while (auto const line = lines.next()) session.hear(*line);
}

}  // namespace

void add_mcp_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("mcp", "Answer an agent over the Model Context Protocol");
    auto workers = std::make_shared<unsigned>(0);
    sub->add_option(
           "--workers",
           *workers,
           "number of threads of a question, on which no answer depends (default: one per core)")
        ->between(1, 1024)
        ->unit("threads");
    sub->footer(
        "A client starts it and talks to it on standard input and output, one message of\n"
        "JSON-RPC 2.0 a line. The tools read no file and write none.\n"
        "Example of a client's configuration:\n"
        "  {\"mcpServers\": {\"clustersim\": {\"command\": \"clustersim\", \"args\": [\"mcp\"]}}}\n"
        "See also: docs/integrations/mcp.md");
    sub->callback([workers, &context] { serve_agent(context, *workers); });
}

}  // namespace clustersim
