// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/parallel.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <vector>

namespace clustersim {

/// Points of a sweep that one queue answers.
struct SweepQueue {
    std::vector<std::size_t> points;
    bool divisible = true;  ///< false: the points' answers depend on each other
};

/// A share of a queue's points, answered and stored together.
struct SweepChunk {
    std::size_t queue = 0;
    std::vector<std::size_t> points;
};

/// Hands out the points of a sweep to its workers. To simulate a queue is expensive and to try one more point in it is
/// cheap, so a worker prefers, in this order: a queue that nobody has begun; a replicate of another worker's chunk; a
/// chunk of a queue that others are simulating too. The first chunk of a queue is small; later ones are as large as is
/// answered in about twenty seconds, so that little is lost when the program is killed. How the points are divided
/// changes no answer.
class SweepWork : public TaskRunner {
  public:
    /// `clock` counts seconds; `interrupted` may be empty.
    SweepWork(std::vector<SweepQueue> queues,
              std::function<double()> clock,
              std::function<bool()> interrupted);

    /// The next chunk for the calling worker, who helps the others while there is none. Nothing when all points are
    /// taken and answered, after stop(), and when interrupted.
    std::optional<SweepChunk> next();
    /// Others may begin chunks of this queue: what they have in common is known.
    void ready(std::size_t queue);
    /// The chunk is answered.
    void done(SweepChunk const& chunk);
    /// Lets every worker end.
    void stop();
    [[nodiscard]] bool stopped() const { return stopped_; }

    bool run(std::size_t count, std::function<void(std::size_t)> const& task) override;

  private:
    struct Queue {
        SweepQueue whole;
        std::size_t taken = 0;  ///< points
        std::size_t chunk = 64;
        bool ready = false;
        double began = 0.0;  ///< of the chunk that was taken last

        [[nodiscard]] bool has_points() const { return taken < whole.points.size(); }
    };
    struct Loop {
        std::size_t count = 0;
        std::size_t begun = 0;
        std::size_t done = 0;
        std::function<void(std::size_t)> const* task = nullptr;
    };

    [[nodiscard]] bool ended() const;
    SweepChunk take(std::size_t queue);
    std::optional<SweepChunk> take_begun_queue();
    /// Runs one task of the loop, without the lock.
    void run_one(Loop& loop, std::unique_lock<std::mutex>& lock);
    Loop* open_loop();

    std::vector<Queue> queues_;
    std::size_t begun_queues_ = 0;
    std::size_t open_chunks_ = 0;
    std::list<Loop> loops_;
    std::atomic<bool> stopped_ = false;  ///< read often, without the lock
    std::function<double()> clock_;
    std::function<bool()> interrupted_;
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace clustersim
