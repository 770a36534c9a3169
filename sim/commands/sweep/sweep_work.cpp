// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_work.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

constexpr double chunk_seconds = 20.0;
constexpr std::size_t most_points = 1024;

}  // namespace

SweepWork::SweepWork(std::vector<SweepQueue> queues,
                     std::function<double()> clock,
                     std::function<bool()> interrupted)
    : clock_(std::move(clock)), interrupted_(std::move(interrupted)) {
    for (SweepQueue& whole : queues) {
        Queue queue;
        if (!whole.divisible) queue.chunk = whole.points.size();
        queue.whole = std::move(whole);
        queues_.push_back(std::move(queue));
    }
}

bool SweepWork::ended() const {
    return stopped_ || (interrupted_ && interrupted_());
}

SweepChunk SweepWork::take(std::size_t number) {
    Queue& queue = queues_[number];
    auto const first = queue.whole.points.begin() + static_cast<std::ptrdiff_t>(queue.taken);
    std::size_t const count = std::min(queue.chunk, queue.whole.points.size() - queue.taken);
    SweepChunk chunk{number, {first, first + static_cast<std::ptrdiff_t>(count)}};
    queue.taken += count;
    queue.began = clock_();
    ++open_chunks_;
    return chunk;
}

std::optional<SweepChunk> SweepWork::take_begun_queue() {
    auto const queue =
        std::ranges::find_if(queues_, [](Queue const& q) { return q.ready && q.has_points(); });
    if (queue == queues_.end()) return std::nullopt;
    return take(static_cast<std::size_t>(queue - queues_.begin()));
}

SweepWork::Loop* SweepWork::open_loop() {
    auto const loop = std::ranges::find_if(loops_, [](Loop const& l) { return l.begun < l.count; });
    return loop == loops_.end() ? nullptr : &*loop;
}

void SweepWork::run_one(Loop& loop, std::unique_lock<std::mutex>& lock) {
    std::size_t const mine = loop.begun++;
    auto const end = [&] {
        lock.lock();
        ++loop.done;
        // Its owner may wait for this task, the last one.
        if (loop.done == loop.begun) changed_.notify_all();
    };
    lock.unlock();
    try {
        (*loop.task)(mine);
    } catch (...) {
        end();
        stopped_ = true;
        throw;
    }
    end();
}

std::optional<SweepChunk> SweepWork::next() {
    std::unique_lock lock(mutex_);
    while (!ended()) {
        if (begun_queues_ < queues_.size()) return take(begun_queues_++);
        if (Loop* loop = open_loop()) {
            run_one(*loop, lock);
            continue;
        }
        if (auto chunk = take_begun_queue()) return chunk;
        if (open_chunks_ == 0) break;
        // The wait has an end, because nobody announces an interruption.
        changed_.wait_for(lock, std::chrono::milliseconds(100));
    }
    return std::nullopt;
}

void SweepWork::ready(std::size_t queue) {
    std::lock_guard const lock(mutex_);
    queues_[queue].ready = true;
    changed_.notify_all();
}

void SweepWork::done(SweepChunk const& chunk) {
    std::lock_guard const lock(mutex_);
    Queue& queue = queues_[chunk.queue];
    queue.ready = true;
    if (queue.whole.divisible) {
        double const took = std::max(clock_() - queue.began, 0.001);
        double const factor = std::clamp(chunk_seconds / took, 0.125, 8.0);
        double const points = std::round(static_cast<double>(chunk.points.size()) * factor);
        queue.chunk = std::clamp(static_cast<std::size_t>(points), std::size_t{1}, most_points);
    }
    --open_chunks_;
    changed_.notify_all();
}

void SweepWork::stop() {
    std::lock_guard const lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
}

bool SweepWork::run(std::size_t count, std::function<void(std::size_t)> const& task) {
    std::unique_lock lock(mutex_);
    auto const loop = loops_.insert(loops_.end(), Loop{count, 0, 0, &task});
    changed_.notify_all();
    // Nobody begins another task of it; those that others have begun refer to `task`.
    auto const close = [&] {
        loop->count = loop->begun;
        changed_.wait(lock, [&] { return loop->done == loop->begun; });
        bool const all = loop->done == count;
        loops_.erase(loop);
        return all;
    };
    try {
        while (!ended() && loop->begun < loop->count) run_one(*loop, lock);
    } catch (...) {
        close();
        throw;
    }
    return close();
}

}  // namespace clustersim
