// SPDX-License-Identifier: Apache-2.0
#include "sim/library/heard_question.hpp"

#include "sim/commands/answer_json.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace clustersim {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto silence = std::chrono::milliseconds(50);
constexpr char const* waiting = R"({"event":"waiting"})";

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
constexpr bool has_threads = false;
#else
constexpr bool has_threads = true;
#endif

/// The events that `tell` gets as JSON; `what` is the unit of a progress, empty for others.
Listener listener_of(bool so_far,
                     std::function<void(std::string event, std::string const& what)> const& tell) {
    Listener listener;
    listener.progress = [tell](Progress const& one) { tell(progress_json(one), one.what); };
    if (!so_far) return listener;
    listener.so_far = [tell](Answer const& answer, std::size_t replicates) {
        tell(so_far_json(answer, replicates), {});
    };
    listener.estimate = [tell](double seconds) { tell(estimate_json(seconds), {}); };
    return listener;
}

/// Between the thread that works at a question and the one that asked it.
class Relay {
  public:
    /// Of a progress, only the newest one is kept: the asker may be slower than the work.
    void tell(std::string event, std::string const& what) {
        std::lock_guard const lock(mutex_);
        if (!what.empty() && !told_.empty() && told_.back().what == what)
            told_.back().event = std::move(event);
        else
            told_.push_back({std::move(event), what});
        news_.notify_one();
    }

    void end() {
        std::lock_guard const lock(mutex_);
        ended_ = true;
        news_.notify_one();
    }

    [[nodiscard]] bool is_interrupted() const {
        return interrupted_.load(std::memory_order_relaxed);
    }
    void interrupt() { interrupted_ = true; }

    /// Returns at the end of the work.
    void pass_on(Hear const& hear) {
        while (auto const event = next())
            if (!is_interrupted() && hear(event->c_str()) != 0) interrupt();
    }

  private:
    struct Told {
        std::string event;
        std::string what;
    };

    /// Nothing at the end.
    std::optional<std::string> next() {
        std::unique_lock lock(mutex_);
        bool const is_news =
            news_.wait_for(lock, silence, [&] { return ended_ || !told_.empty(); });
        if (!is_news) return waiting;
        if (told_.empty()) return std::nullopt;
        std::string event = std::move(told_.front().event);
        told_.pop_front();
        return event;
    }

    std::mutex mutex_;
    std::condition_variable news_;
    std::deque<Told> told_;
    bool ended_ = false;
    std::atomic<bool> interrupted_ = false;
};

/// Joins the thread, also if the asker throws.
class Worker {
  public:
    template <class Job>
    Worker(Relay& relay, Job job) : relay_(&relay), thread_(std::move(job)) {}
    ~Worker() {
        relay_->interrupt();
        thread_.join();
    }
    Worker(Worker const&) = delete;
    Worker& operator=(Worker const&) = delete;

  private:
    Relay* relay_;
    std::thread thread_;
};

Answer beside(Door& door, Question const& question, unsigned workers, Hearing const& hearing) {
    Relay relay;
    std::optional<Answer> answer;
    std::exception_ptr failed;
    {
        Worker const worker(relay, [&] {
            try {
                auto const tell = [&relay](std::string event, std::string const& what) {
                    relay.tell(std::move(event), what);
                };
                Listener listener = listener_of(hearing.so_far, tell);
                listener.workers = workers;
                listener.interrupted = [&relay] { return relay.is_interrupted(); };
                answer = door.ask(question, listener);
            } catch (...) {
                failed = std::current_exception();
            }
            relay.end();
        });
        relay.pass_on(hearing.hear);
    }
    if (failed) std::rethrow_exception(failed);
    return std::move(*answer);
}

Answer alone(Door& door, Question const& question, Hearing const& hearing) {
    bool interrupted = false;
    Clock::time_point last = Clock::now();
    auto const tell = [&](std::string const& event, std::string const& /*what*/) {
        if (!interrupted && hearing.hear(event.c_str()) != 0) interrupted = true;
        last = Clock::now();
    };
    Listener listener = listener_of(hearing.so_far, tell);
    listener.interrupted = [&] {
        if (Clock::now() - last > silence) tell(waiting, {});
        return interrupted;
    };
    return door.ask(question, listener);
}

}  // namespace

Answer
heard_answer(Door& door, Question const& question, unsigned workers, Hearing const& hearing) {
    if constexpr (!has_threads) return alone(door, question, hearing);
    try {
        return beside(door, question, workers, hearing);
    } catch (std::system_error const& error) {
        // The system gives no further thread.
        if (error.code() != std::errc::resource_unavailable_try_again) throw;
        return alone(door, question, hearing);
    }
}

}  // namespace clustersim
