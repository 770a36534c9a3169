// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http/connection_threads.hpp"

#include <system_error>
#include <utility>

namespace clustersim {
namespace {

/// Connections above the bound while those that were ended for them are closing.
constexpr std::size_t closing = 32;

}  // namespace

ConnectionThreads::ConnectionThreads(std::size_t most,
                                     std::function<bool()> make_room,
                                     std::function<void(std::function<void()> const&)> refuse,
                                     std::function<void()> before_shutdown)
    : most_(most),
      make_room_(std::move(make_room)),
      refuse_(std::move(refuse)),
      before_shutdown_(std::move(before_shutdown)) {}

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

void ConnectionThreads::enqueue(std::function<void()> task) {
    join_ended();
    std::unique_lock lock(mutex_);
    bool const full = running_.size() >= most_;
    if (full && (running_.size() >= most_ + closing || !make_room_())) {
        lock.unlock();
        refuse_(task);
        return;
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
        });
    } catch (std::system_error const&) {
        running_.pop_back();
        lock.unlock();
        refuse_(task);
    }
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
