// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/served_answer.hpp"
#include "sim/serve/worker_process.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace clustersim {

/// One question to one worker. It is in no thread of its own: whoever asks calls `run` and waits.
class QuestionRun {
  public:
    struct Times {
        std::chrono::milliseconds whole;      ///< that the question may take
        std::chrono::milliseconds to_cancel;  ///< until a worker that does not give up is left
        std::chrono::milliseconds quiet;      ///< until `wait_on` is called
    };
    struct Hearing {
        std::function<bool()> is_there;
        std::function<void(WorkerEvent const&)> hear;
        std::function<void()> wait_on;
    };
    enum class End {
        answered,
        late,       ///< no answer in time, and the worker goes on
        gone,       ///< the asker has gone, and the worker goes on
        ended,      ///< the worker has
        unreadable  ///< what the worker says
    };

    /// `line` is the question as the worker reads it.
    QuestionRun(WorkerProcess& worker, std::string id, std::string line)
        : worker_(&worker), id_(std::move(id)), out_(std::move(line)) {}

    End run(Times const& times, Hearing const& hearing);
    /// Of a question that is answered.
    [[nodiscard]] ServedAnswer const& answer() const { return answer_; }
    /// The question took too long; what there is of an answer is only of a part of it.
    [[nodiscard]] bool is_late() const { return late_; }
    /// The worker said something about it.
    [[nodiscard]] bool has_begun() const { return begun_; }

  private:
    using Clock = std::chrono::steady_clock;

    std::optional<End> step(Hearing const& hearing);
    void give_up();

    WorkerProcess* worker_;
    std::string id_;
    std::string out_;
    std::size_t written_ = 0;
    std::string line_;
    Clock::time_point heard_;
    std::optional<Clock::time_point> given_up_;
    ServedAnswer answer_;
    bool late_ = false;
    bool begun_ = false;
};

}  // namespace clustersim
