// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace clustersim {

/// What can be done for a connection for which there is no thread.
enum class Room {
    made,  ///< another one was ended for it
    soon,  ///< others are just beginning or closing
    none   ///< all are connections of somebody who has the token
};

/// A thread for each connection, up to a number of them. cpp-httplib's own pool has a fixed number of threads and lets
/// connections wait for one without a bound.
class ConnectionThreads final : public httplib::TaskQueue {
  public:
    /// `make_room` is asked to end a connection that has not shown the token if all threads are in use; `refuse` is called
    /// with a task that gets no thread, and runs it so that its connection is closed at once. A task for which there will be
    /// room soon waits for it a second: on a busy machine the threads of ended connections take their time.
    ConnectionThreads(std::size_t most,
                      std::function<Room()> make_room,
                      std::function<void(std::function<void()> const&)> refuse,
                      std::function<void()> before_shutdown);

    /// bool in later releases of the library: whether somebody closes the connection, as always here.
    using Taken = decltype(std::declval<httplib::TaskQueue&>().enqueue({}));
    Taken enqueue(std::function<void()> task) override;
    void shutdown() override;

  private:
    struct Running {
        std::thread thread;
        bool ended = false;
    };

    void join_ended();
    bool has_room(std::unique_lock<std::mutex>& lock);

    std::size_t most_;
    std::function<Room()> make_room_;
    std::function<void(std::function<void()> const&)> refuse_;
    std::function<void()> before_shutdown_;
    std::mutex mutex_;
    std::condition_variable one_ended_;
    std::list<Running> running_;
};

}  // namespace clustersim
