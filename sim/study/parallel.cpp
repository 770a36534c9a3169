// SPDX-License-Identifier: Apache-2.0
#include "sim/study/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace clustersim {

bool run_parallel(std::size_t count,
                  unsigned workers,
                  std::function<bool()> const& interrupted,
                  std::function<void(std::size_t, std::size_t)> const& progress,
                  std::function<void(std::size_t)> const& task) {
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
    {
        std::vector<std::jthread> others;
        for (std::size_t w = 1; w < std::min<std::size_t>(workers, count); ++w)
            others.emplace_back(work);
        work();
    }
    return done == count;
}

}  // namespace clustersim
