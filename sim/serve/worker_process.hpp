// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace clustersim {

/// What a process that answers questions is, and may use.
struct WorkerSpec {
    std::vector<std::string> command;  ///< program and arguments
    std::size_t memory = 0;            ///< bytes; 0: not limited
    unsigned threads = 1;              ///< the most that it is told to use
};

/// A process that reads questions as lines and writes events as lines. It ends with this object, and with the server, of
/// which it has no file but its own pipes.
class WorkerProcess {
  public:
    /// Throws std::system_error.
    explicit WorkerProcess(WorkerSpec const& spec);
    WorkerProcess(WorkerProcess const&) = delete;
    WorkerProcess& operator=(WorkerProcess const&) = delete;
    ~WorkerProcess();

    /// Writes as much as it takes now, of a line from this byte on; nothing once it has ended.
    std::optional<std::size_t> write(std::string_view line, std::size_t from);
    enum class Read { line, nothing, ended, too_long };
    /// Waits for a whole line, or until more can be written if that is asked for.
    Read read_line(std::string& line, std::chrono::milliseconds most, bool or_writable);
    /// How it ended, after it has: "by signal 9"; kills it if it has not.
    std::string end();
    [[nodiscard]] pid_t id() const { return id_; }

  private:
    pid_t id_ = -1;
    int in_ = -1;
    int out_ = -1;
    std::string received_;
    std::size_t searched_ = 0;
};

}  // namespace clustersim
