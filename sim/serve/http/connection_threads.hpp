// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <httplib.h>

#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace clustersim {

/// A thread for each connection, up to a number of them. cpp-httplib's own pool has a fixed number of threads and lets
/// connections wait for one without a bound.
class ConnectionThreads final : public httplib::TaskQueue {
  public:
    /// `make_room` is asked to end a connection that has not shown the token if all threads are in use; `refuse` is called
    /// with a task that gets no thread, and runs it so that its connection is closed at once.
    ConnectionThreads(std::size_t most,
                      std::function<bool()> make_room,
                      std::function<void(std::function<void()> const&)> refuse,
                      std::function<void()> before_shutdown);

    void enqueue(std::function<void()> task) override;
    void shutdown() override;

  private:
    struct Running {
        std::thread thread;
        bool ended = false;
    };

    void join_ended();

    std::size_t most_;
    std::function<bool()> make_room_;
    std::function<void(std::function<void()> const&)> refuse_;
    std::function<void()> before_shutdown_;
    std::mutex mutex_;
    std::list<Running> running_;
};

}  // namespace clustersim
