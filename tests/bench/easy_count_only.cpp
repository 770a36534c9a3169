// SPDX-License-Identifier: Apache-2.0
// EASY backfilling on counted processors, as short as it can be written: the yardstick of `clustersim replay`, whose
// nodes have names. Reads the same trace with the same reader and writes the same starts.
//
//     easy_count_only_bench TRACE.swf.gz PROCESSORS STARTS.csv
#include "sim/workload/swf.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iterator>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

struct Release {
    Instant at;
    std::size_t job;
    auto operator<=>(Release const&) const = default;
};

class CountedEasy {
  public:
    CountedEasy(std::vector<Job> const& jobs, std::int32_t processors)
        : jobs_(jobs), free_(processors), started_(jobs.size()) {}

    std::vector<Instant> const& run() {
        std::size_t next = 0;
        while (next < jobs_.size() || !ends_.empty()) {
            now_ = next < jobs_.size() && (ends_.empty() || jobs_[next].submit < ends_.top().at)
                       ? jobs_[next].submit
                       : ends_.top().at;
            for (; !ends_.empty() && ends_.top().at <= now_; ends_.pop()) release(ends_.top().job);
            for (; next < jobs_.size() && jobs_[next].submit <= now_; ++next)
                queue_.push_back(next);
            pass();
        }
        return started_;
    }

  private:
    void start(std::size_t job) {
        started_[job] = now_;
        free_ -= jobs_[job].nodes;
        ends_.push({now_ + jobs_[job].occupancy(), job});
        planned_.insert({now_ + jobs_[job].requested, job});
    }
    void release(std::size_t job) {
        free_ += jobs_[job].nodes;
        planned_.erase({started_[job] + jobs_[job].requested, job});
    }
    void pass() {
        while (!queue_.empty() && jobs_[queue_.front()].nodes <= free_) {
            start(queue_.front());
            queue_.pop_front();
        }
        if (queue_.empty() || free_ == 0) return;
        // The head starts when enough has ended; all that ends at that instant counts.
        std::int32_t const head = jobs_[queue_.front()].nodes;
        std::int32_t available = free_;
        auto one = planned_.begin();
        for (; available < head; ++one) available += jobs_[one->job].nodes;
        Instant const shadow = std::prev(one)->at;
        for (; one != planned_.end() && one->at == shadow; ++one)
            available += jobs_[one->job].nodes;
        std::int32_t spare = available - head;
        auto const starts = [&](std::size_t job) {
            Job const& asked = jobs_[job];
            if (asked.nodes > free_) return false;
            bool const in_time = now_ + asked.requested <= shadow;
            if (!in_time && asked.nodes > spare) return false;
            if (!in_time) spare -= asked.nodes;
            start(job);
            return true;
        };
        std::erase_if(queue_,
                      [&](std::size_t job) { return job != queue_.front() && starts(job); });
    }

    std::vector<Job> const& jobs_;
    std::int32_t free_;
    Instant now_;
    std::deque<std::size_t> queue_;
    std::priority_queue<Release, std::vector<Release>, std::greater<>> ends_;
    std::set<Release> planned_;
    std::vector<Instant> started_;
};

}  // namespace

int main(int count, char** words) {
    if (count != 4) return std::fputs("TRACE PROCESSORS STARTS.csv\n", stderr), 2;
    SwfOptions options;
    options.processors = std::atoi(words[2]);
    auto const trace = read_swf(words[1], options);
    std::FILE* const out = std::fopen(words[3], "w");
    if (!trace || out == nullptr) return 1;
    CountedEasy easy(trace->jobs, options.processors);
    auto const& starts = easy.run();
    std::fputs("id,submit,start,run,procs\n", out);
    for (std::size_t i = 0; i < starts.size(); ++i) {
        Job const& job = trace->jobs[i];
        std::fprintf(out,
                     "%lld,%lld,%lld,%lld,%d\n",
                     static_cast<long long>(job.id),
                     static_cast<long long>(job.submit.since_origin),
                     static_cast<long long>(starts[i].since_origin),
                     static_cast<long long>(job.occupancy().count),
                     job.nodes);
    }
    return std::fclose(out);
}
