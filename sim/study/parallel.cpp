// SPDX-License-Identifier: Apache-2.0
#include "sim/study/parallel.hpp"

#include "sim/study/worker_group.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace clustersim {

bool run_parallel(std::size_t count,
                  unsigned workers,
                  std::function<bool()> const& interrupted,
                  std::function<void(std::size_t, std::size_t)> const& progress,
                  std::function<void(std::size_t)> const& task) {
    if (progress && count > 0) progress(0, count);
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;
    std::mutex reporting;
    auto const work = [&] {
        while (!(interrupted && interrupted())) {
            std::size_t const mine = next.fetch_add(1);
            if (mine >= count) return;
            task(mine);
            std::lock_guard const lock(reporting);
            ++done;
            if (progress) progress(done, count);
        }
    };
    run_workers(static_cast<unsigned>(std::clamp<std::size_t>(count, 1, std::max(workers, 1U))),
                work,
                [&] { next = count; });
    return done == count;
}

}  // namespace clustersim
