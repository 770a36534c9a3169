// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/command_output.hpp"

#include <spawn.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace clustersim {
namespace {

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() {
        if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(Pipe const&) = delete;
    Pipe& operator=(Pipe const&) = delete;
    void close_end(std::size_t end) {
        if (ends.at(end) >= 0) ::close(ends.at(end));
        ends.at(end) = -1;
    }
};

/// 0 or the errno.
int start(std::vector<std::string> const& words,
          Pipe const& out,
          Pipe const& errors,
          pid_t& process) {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, errors.ends[1], STDERR_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int const error =
        posix_spawnp(&process, arguments.front(), &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/// Appends what there is to read; false at the end.
bool read_some(int descriptor, std::string& text) {
    std::array<char, 4096> buffer{};
    ssize_t const size = read(descriptor, buffer.data(), buffer.size());
    if (size > 0) text.append(buffer.data(), static_cast<std::size_t>(size));
    return size > 0 || (size < 0 && errno == EINTR);
}

/// Returns false if the patience ended before the output did.
bool read_both(Pipe& out, Pipe& errors, Patience const& patience, CommandOutput& output) {
    constexpr int look_every_ms = 100;
    std::optional<std::chrono::steady_clock::time_point> give_up;
    while (out.ends[0] >= 0 || errors.ends[0] >= 0) {
        if (!give_up && patience.interrupted && patience.interrupted())
            give_up = std::chrono::steady_clock::now() + patience.grace;
        if (give_up && std::chrono::steady_clock::now() >= *give_up) return false;
        std::array<pollfd, 2> polled{{{out.ends[0], POLLIN, 0}, {errors.ends[0], POLLIN, 0}}};
        int const ready =
            poll(polled.data(), polled.size(), patience.interrupted ? look_every_ms : -1);
        if (ready < 0 && errno != EINTR) return true;
        if (ready <= 0) continue;
        if (polled[0].revents != 0 && !read_some(out.ends[0], output.out)) out.close_end(0);
        if (polled[1].revents != 0 && !read_some(errors.ends[0], output.errors))
            errors.close_end(0);
    }
    return true;
}

}  // namespace

std::optional<CommandOutput> output_of(std::vector<std::string> const& words,
                                       Patience const& patience) {
    Pipe out;
    Pipe errors;
    if (out.ends[0] < 0 || errors.ends[0] < 0) return std::nullopt;
    pid_t process = -1;
    if (int const error = start(words, out, errors, process); error != 0) {
        errno = error;
        return std::nullopt;
    }
    out.close_end(1);
    errors.close_end(1);
    CommandOutput output;
    output.killed = !read_both(out, errors, patience, output);
    // With its children: it leads a process group of its own.
    if (output.killed) ::kill(-process, SIGKILL);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return output;
}

}  // namespace clustersim
