// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/fair_queue.hpp"
#include "sim/serve/served_answer.hpp"
#include "sim/serve/worker_process.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace clustersim {

/// What a question may use, and how many there may be.
struct QuestionLimits {
    std::chrono::milliseconds time{120'000};    ///< of one question
    std::size_t memory = std::size_t{4} << 30;  ///< bytes of one worker
    unsigned questions = 3;                     ///< answered at a time
    unsigned threads = 2;                       ///< of all questions together
    std::size_t waiting_each = 16;              ///< questions of one asker
    std::size_t waiting_in_all = 128;
    std::chrono::milliseconds idle{300'000};     ///< until a worker without questions ends
    std::chrono::milliseconds to_cancel{2'000};  ///< until a worker that does not give up is killed
    std::chrono::milliseconds quiet{5'000};      ///< until an asker hears that nothing is new
};

struct ServedQuestion {
    std::string text;     ///< in JSON
    std::string command;  ///< "systems show", if the text names none
    std::string machine;  ///< whose queues it needs; empty: not known
    bool so_far = false;  ///< the first replicates are answered first
};

/// Who hears how a question goes on.
class QuestionHearer {
  public:
    QuestionHearer() = default;
    QuestionHearer(QuestionHearer const&) = delete;
    QuestionHearer& operator=(QuestionHearer const&) = delete;
    virtual ~QuestionHearer() = default;

    [[nodiscard]] virtual bool is_there() const = 0;
    /// So many questions are answered before it.
    virtual void queued(std::size_t /*before*/) {}
    virtual void hear(WorkerEvent const& /*event*/) {}
    /// For some seconds, there was nothing to hear.
    virtual void wait_on() {}
};

/// The processes that answer questions, and the row in which the questions wait for them. Each question is asked from a
/// thread of its own.
class Workers {
  public:
    /// `remark` hears what whoever runs the server should know.
    Workers(std::vector<std::string> command,
            QuestionLimits const& limits,
            std::function<void(std::string const&)> remark);
    Workers(Workers const&) = delete;
    Workers& operator=(Workers const&) = delete;
    ~Workers();

    /// A place in the row, which is left at the end of its life.
    class Place {
      public:
        Place(Workers& workers, FairQueue::Ticket ticket) : workers_(&workers), ticket_(ticket) {}
        Place(Place const&) = delete;
        Place& operator=(Place const&) = delete;
        ~Place();

      private:
        friend class Workers;
        Workers* workers_;
        FairQueue::Ticket ticket_;
    };

    /// The place of an asker's next question, or why there is none.
    std::shared_ptr<Place> enter(std::string const& asker, ServedAnswer& refusal);
    /// Waits for its turn and has it answered.
    ServedAnswer ask(Place& place, ServedQuestion const& question, QuestionHearer& hearer);
    /// No question is taken or goes on.
    void stop();

    struct Load {
        std::size_t waiting = 0;
        std::size_t running = 0;
        std::size_t workers = 0;
    };
    [[nodiscard]] Load load() const;

  private:
    using Clock = std::chrono::steady_clock;

    struct Worker {
        std::unique_ptr<WorkerProcess> process;
        std::string machine;
        Clock::time_point last_used;
        bool is_new = true;
    };

    [[nodiscard]] bool await_turn(Place& place, QuestionHearer& hearer, unsigned& threads);
    [[nodiscard]] bool is_stopping() const;
    [[nodiscard]] Worker take(std::string const& machine);
    [[nodiscard]] Worker new_worker() const;
    ServedAnswer answer(Worker& worker,
                        ServedQuestion const& question,
                        unsigned threads,
                        QuestionHearer& hearer);
    ServedAnswer ended(Worker& worker);
    void give_back(Place const& place, Worker worker);
    void end_idle();

    std::vector<std::string> command_;
    QuestionLimits limits_;
    std::function<void(std::string const&)> remark_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    FairQueue row_;
    std::list<Worker> idle_;  ///< the least recently used first
    std::uint64_t last_id_ = 0;
    bool stopping_ = false;
    std::thread janitor_;
};

}  // namespace clustersim
