// SPDX-License-Identifier: Apache-2.0
#include "sim/study/worker_group.hpp"

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace clustersim {

void run_workers(unsigned workers,
                 std::function<void()> const& work,
                 std::function<void()> const& stop) {
    std::exception_ptr first;
    std::mutex keeping;
    auto const guarded = [&] {
        try {
            work();
        } catch (...) {
            {
                std::lock_guard const lock(keeping);
                if (!first) first = std::current_exception();
            }
            stop();
        }
    };
    {
        std::vector<std::jthread> others;
        others.reserve(workers);
        try {
            for (unsigned w = 1; w < workers; ++w) others.emplace_back(guarded);
        } catch (std::system_error const&) {
            // A limit on threads or memory: the answer does not depend on their number.
        }
        guarded();
    }
    if (first) std::rethrow_exception(first);
}

}  // namespace clustersim
