// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http/connection_threads.hpp"

#include <chrono>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

/// Connections above the bound while those that were ended for them are closing.
constexpr std::size_t closing = 32;
constexpr std::chrono::seconds patience{1};
/// A thread that has begun to serve tells nobody.
constexpr std::chrono::milliseconds look_again{10};

}  // namespace

ConnectionThreads::ConnectionThreads(std::size_t most,
                                     std::function<Room()> make_room,
                                     std::function<void(std::function<void()> const&)> refuse,
                                     std::function<void()> before_shutdown)
    : most_(most),
      make_room_(std::move(make_room)),
      refuse_(std::move(refuse)),
      before_shutdown_(std::move(before_shutdown)) {}

/// Whether another thread may begin.
bool ConnectionThreads::has_room(std::unique_lock<std::mutex>& lock) {
    auto const deadline = std::chrono::steady_clock::now() + patience;
    while (running_.size() >= most_) {
        Room const room = running_.size() < most_ + closing ? make_room_() : Room::soon;
        if (room != Room::soon) return room == Room::made;
        if (std::chrono::steady_clock::now() >= deadline) return false;
        one_ended_.wait_for(lock, look_again);
        lock.unlock();
        join_ended();
        lock.lock();
    }
    return true;
}

void ConnectionThreads::join_ended() {
    std::list<Running> ended;
    {
        std::scoped_lock const lock(mutex_);
        for (auto at = running_.begin(); at != running_.end();) {
            auto const next = std::next(at);
            if (at->ended) ended.splice(ended.end(), running_, at);
            at = next;
        }
    }
    for (Running& one : ended) one.thread.join();
}

ConnectionThreads::Taken ConnectionThreads::enqueue(std::function<void()> task) {
    join_ended();
    std::unique_lock lock(mutex_);
    if (!has_room(lock)) {
        lock.unlock();
        refuse_(task);
        return static_cast<Taken>(true);
    }
    Running& one = running_.emplace_back();
    try {
        one.thread = std::thread([this, &one, task] {
            try {
                task();
            } catch (
                ...) {  // NOLINT(bugprone-empty-catch): no memory for a reply, so there is none
            }
            std::scoped_lock const ended(mutex_);
            one.ended = true;
            one_ended_.notify_one();
        });
    } catch (std::system_error const&) {
        running_.pop_back();
        lock.unlock();
        refuse_(task);
    }
    return static_cast<Taken>(true);
}

void ConnectionThreads::shutdown() {
    before_shutdown_();
    std::list<Running> all;
    {
        std::scoped_lock const lock(mutex_);
        // The threads still write to their entries, which splicing keeps in place.
        all.splice(all.end(), running_);
    }
    for (Running& one : all) one.thread.join();
}

}  // namespace clustersim
