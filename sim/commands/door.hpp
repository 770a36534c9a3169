// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/trust.hpp"
#include "sim/core/diagnostic.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clustersim {

struct QueueStore;

/// A question as JSON, as docs/ask.md describes it.
struct Question {
    std::string text;
    std::string name = "question";  ///< of the text, in messages
    std::string command = {};       ///< if the text does not name it
    Trust trust = Trust::own;       ///< if it is another, the environment does not count, either
    bool in_json = false;  ///< in this format, where the command has it and the question names none
};

/// What a question gets: an answer, problems, or the answer to a part of it and the problems of the rest.
struct Answer {
    std::string text;                  ///< in that format
    std::vector<std::string> remarks;  ///< on the answer, in their order
    Diagnostics problems;
    int exit_code = 0;            ///< of the command line, 0 if all is answered
    std::string format = "text";  ///< "json", "table", …
};

/// How far the work is: `done` of `all` units, such as replicates; or which unit is being worked at, such as
/// "warming up queue".
struct Progress {
    std::string what;
    std::size_t done = 0;
    std::size_t all = 0;
};

/// Who waits for an answer: with how many threads, until when, and what he hears before it, from one thread at a time. Each
/// function may be empty. No answer depends on any of this.
struct Listener {
    unsigned workers = 1;
    std::function<bool()> interrupted = {};  ///< called regularly, by every worker
    std::function<void(Progress const&)> progress = {};
    /// The answer of so few replicates, of a question that has more of them.
    std::function<void(Answer const&, std::size_t replicates)> so_far = {};
    std::function<void(double seconds)> estimate = {};  ///< of the time that the whole will take

    [[nodiscard]] bool is_interrupted() const { return interrupted && interrupted(); }
};

/// Answers questions in the process, without its streams and signals, and keeps the queues that they simulated for later
/// ones; the answers are the same as without. Questions may be asked at the same time.
class Door {
  public:
    /// Queues take about 0.6 MB for each replicate, on the largest machines up to 5; those that were asked for last are kept.
    explicit Door(DataFolders data, std::size_t kept_bytes = std::size_t{256} << 20U);
    ~Door();
    Door(Door const&) = delete;
    Door& operator=(Door const&) = delete;

    Answer ask(Question const& question, Listener const& listener = {});

  private:
    DataFolders data_;
    std::unique_ptr<QueueStore> queues_;
};

}  // namespace clustersim
