// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/worker_process.hpp"

#include <fmt/format.h>
#include <spawn.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill and sigset_t are of POSIX
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

/// No answer is longer.
constexpr std::size_t longest_line = std::size_t{128} << 20;
constexpr std::size_t read_block = 65536;
/// What a thread takes of the address space and not of the memory: its stack and a heap of its own.
constexpr std::size_t thread_space = std::size_t{160} << 20;

struct Pipe {
    int read = -1;
    int write = -1;
};

/// Both ends are closed in every process that is started.
Pipe new_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
    return {ends[0], ends[1]};
}

/// A pipe in which writing to a process that has ended is an error and not SIGPIPE: whoever holds a worker need not
/// ignore this signal for itself.
Pipe new_quiet_pipe() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    return {ends[0], ends[1]};
}

/// The environment without the variables that are options of the program: a question is answered from its own keys.
std::vector<char*> worker_environment() {
    std::vector<char*> kept;
    for (char** one = environ; *one != nullptr; ++one)
        if (!std::string_view(*one).starts_with("CLUSTERSIM_")) kept.push_back(*one);
    kept.push_back(nullptr);
    return kept;
}

void limit(pid_t process, __rlimit_resource what, rlim_t value) {
    rlimit both{};
    if (prlimit(process, what, nullptr, &both) == 0) {
        // The server itself may have less.
        both.rlim_max = std::min(both.rlim_max, value);
        both.rlim_cur = both.rlim_max;
        if (prlimit(process, what, &both, nullptr) == 0) return;
    }
    if (errno != ESRCH) throw std::system_error(errno, std::generic_category(), "prlimit");
}

/// The process has a group of its own, so Ctrl-C at the server does not reach it, and it ends with the programs that it
/// starts.
int spawn_worker(std::vector<std::string> command, int in, int out, pid_t& process) {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // The sockets of cpp-httplib stay open over exec, and a client would not see its connection close.
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    sigset_t none{};
    sigemptyset(&none);
    sigset_t usual{};
    sigemptyset(&usual);
    for (int const one : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) sigaddset(&usual, one);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(
        &attributes,
        static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    auto environment = worker_environment();
    int const error =
        posix_spawn(&process, words.front(), &files, &attributes, words.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

}  // namespace

WorkerProcess::WorkerProcess(WorkerSpec const& spec) {
    Pipe const questions = new_quiet_pipe();
    Pipe answers;
    try {
        answers = new_pipe();
    } catch (...) {
        close(questions.read);
        close(questions.write);
        throw;
    }
    in_ = questions.write;
    out_ = answers.read;
    int const error = spawn_worker(spec.command, questions.read, answers.write, id_);
    close(questions.read);
    close(answers.write);
    try {
        if (error != 0) {
            id_ = -1;
            throw std::system_error(error, std::generic_category(), spec.command.front());
        }
        for (int const descriptor : {in_, out_})
            if (fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0)
                throw std::system_error(errno, std::generic_category(), "fcntl");
        // Before its first question.
        limit(id_, RLIMIT_FSIZE, 0);
        limit(id_, RLIMIT_CORE, 0);
        if (spec.memory > 0) {
            limit(id_, RLIMIT_DATA, spec.memory);
            limit(id_, RLIMIT_AS, 2 * spec.memory + spec.threads * thread_space);
        }
    } catch (...) {
        end();
        close(in_);
        close(out_);
        throw;
    }
}

WorkerProcess::~WorkerProcess() {
    end();
    close(in_);
    close(out_);
}

std::optional<std::size_t> WorkerProcess::write(std::string_view line, std::size_t from) {
    std::string_view const rest = line.substr(from);
    ssize_t const written = send(in_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (written >= 0) return static_cast<std::size_t>(written);
    if (errno == EAGAIN || errno == EINTR) return 0;
    return std::nullopt;
}

WorkerProcess::Read
WorkerProcess::read_line(std::string& line, std::chrono::milliseconds most, bool or_writable) {
    auto const deadline = std::chrono::steady_clock::now() + most;
    while (true) {
        std::size_t const end = received_.find('\n', searched_);
        if (end != std::string::npos) {
            line.assign(received_, 0, end);
            received_.erase(0, end + 1);
            searched_ = 0;
            return Read::line;
        }
        searched_ = received_.size();
        if (received_.size() > longest_line) return Read::too_long;
        auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        std::array<pollfd, 2> ends{{{out_, POLLIN, 0}, {in_, POLLOUT, 0}}};
        int const ready = poll(ends.data(),
                               or_writable ? 2 : 1,
                               static_cast<int>(std::max<std::int64_t>(0, left.count())));
        if (ready < 0 && errno != EINTR) return Read::ended;
        if (ready <= 0) return Read::nothing;
        if (ends[0].revents == 0) return Read::nothing;
        std::size_t const before = received_.size();
        received_.resize(before + read_block);
        ssize_t const got = ::read(out_, received_.data() + before, read_block);
        received_.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return Read::ended;
    }
}

std::string WorkerProcess::end() {
    if (id_ <= 0) return {};
    // A process that has closed its output is ending; how it ends by itself says more than this signal.
    siginfo_t state{};
    constexpr int tries = 100;
    for (int i = 0; i < tries; ++i) {
        pollfd hangup{out_, 0, 0};
        bool const is_ending = poll(&hangup, 1, 0) > 0;
        state.si_pid = 0;
        waitid(P_PID, static_cast<id_t>(id_), &state, WEXITED | WNOHANG | WNOWAIT);
        if (!is_ending || state.si_pid != 0) break;
        usleep(10'000);
    }
    kill(-id_, SIGKILL);
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
    id_ = -1;
    if (WIFSIGNALED(status)) return fmt::format("by signal {}", WTERMSIG(status));
    return fmt::format("with exit code {}", WEXITSTATUS(status));
}

}  // namespace clustersim
