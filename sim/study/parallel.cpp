// SPDX-License-Identifier: Apache-2.0
#include "sim/study/parallel.hpp"

#include "sim/study/worker_group.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace clustersim {

bool run_parallel(std::size_t count,
                  Work const& work,
                  std::function<void(std::size_t)> const& task) {
    if (count > 0) work.count(0, count);
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;
    std::mutex reporting;
    auto const run_tasks = [&] {
        while (!work.is_interrupted()) {
            std::size_t const mine = next.fetch_add(1);
            if (mine >= count) return;
            task(mine);
            std::lock_guard const lock(reporting);
            ++done;
            work.count(done, count);
        }
    };
    run_workers(
        static_cast<unsigned>(std::clamp<std::size_t>(count, 1, std::max(work.workers, 1U))),
        run_tasks,
        [&] { next = count; });
    return done == count;
}

}  // namespace clustersim
