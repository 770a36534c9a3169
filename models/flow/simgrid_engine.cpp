// SPDX-License-Identifier: Apache-2.0
#include "models/flow/simgrid_engine.hpp"

#include "models/flow/simgrid_message.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/program_files.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <spawn.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic not_started(std::string const& reason) {
    return problem(Code::cannot_read,
                   "SimGrid cannot be started: " + reason,
                   fmt::format("SimGrid simulates flows of different size: install its "
                               "library (Debian: libsimgrid3.32), and {} where `cmake --install` "
                               "puts it",
                               simgrid_program_file));
}

/// Beside the library that this code is in, or beside this program.
std::optional<fs::path> simgrid_program() {
    std::error_code ignored;
    // The first word of a command line is in the place of a program's path, which then is no absolute one.
    Dl_info here{};
    if (dladdr(simgrid_program_file, &here) != 0 && here.dli_fname != nullptr)
        if (fs::path const file = here.dli_fname; file.is_absolute())
            if (auto found = find_companion(fs::weakly_canonical(file, ignored).parent_path(),
                                            simgrid_program_file))
                return found;
    return find_companion(own_program().parent_path(), simgrid_program_file);
}

/// 0, or the errno of the call that failed. The process has its own group, so that Ctrl-C only reaches
/// the calling program.
int spawn(fs::path const& program, int socket, pid_t& process) {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string name = simgrid_program_file;
    std::array<char*, 2> arguments{name.data(), nullptr};
    int const error =
        posix_spawn(&process, program.c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

}  // namespace

Result<SimGridEngine> SimGridEngine::start() {
    auto const program = simgrid_program();
    if (!program) return failure(not_started(fmt::format("no {}", simgrid_program_file)));
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        return failure(not_started(std::strerror(errno)));
    pid_t process = -1;
    int const error = spawn(*program, sockets[1], process);
    close(sockets[1]);
    SimGridEngine engine(sockets[0], error == 0 ? process : -1);
    if (error != 0) return failure(not_started(std::strerror(error)));
    // An empty query has an answer too; there is none if a library is missing.
    if (auto const answer = engine.completion_times({}, {}, {}); !answer)
        return failure(answer.error());
    return engine;
}

SimGridEngine::SimGridEngine(SimGridEngine&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), process_(std::exchange(other.process_, -1)) {}

SimGridEngine& SimGridEngine::operator=(SimGridEngine&& other) noexcept {
    std::swap(socket_, other.socket_);
    std::swap(process_, other.process_);
    return *this;
}

SimGridEngine::~SimGridEngine() {
    stop();
}

void SimGridEngine::stop() noexcept {
    if (socket_ >= 0) close(std::exchange(socket_, -1));
    if (process_ < 0) return;
    // The process waits for the next query or computes one that is no longer needed.
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
}

Result<std::vector<Duration>>
SimGridEngine::completion_times(std::span<Bandwidth const> capacities,
                                Routes const& routes,
                                std::span<Transfer const> transfers) const {
    CS_ENSURE(routes.size() == transfers.size(), "every transfer has a route");
    static_assert(sizeof(Bandwidth) == sizeof(double) && sizeof(Transfer) == 2 * sizeof(double) &&
                  sizeof(Duration) == sizeof(double));
    SimGridQuestion const question{capacities.size(), transfers.size(), routes.crossings().size()};
    std::vector<Duration> ends(transfers.size());
    std::uint64_t answers = 0;
    bool const answered =
        send_all(socket_, &question, sizeof question) &&
        send_all(socket_, capacities.data(), capacities.size_bytes()) &&
        send_all(socket_, routes.ends().data(), routes.ends().size_bytes()) &&
        send_all(socket_, routes.crossings().data(), routes.crossings().size_bytes()) &&
        send_all(socket_, transfers.data(), transfers.size_bytes()) &&
        receive_all(socket_, &answers, sizeof answers) && answers == ends.size() &&
        receive_all(socket_, ends.data(), ends.size() * sizeof(Duration));
    if (!answered) return failure(not_started("its process ended early"));
    return ends;
}

}  // namespace clustersim
