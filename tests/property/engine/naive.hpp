// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/job.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace clustersim {

/// FCFS, EASY and conservative backfilling on counted processors, written for readability: only the
/// running jobs and their starts are kept between instants, everything else is computed again each
/// time, at quadratic cost or more. A second implementation for tests.
class Naive {
  public:
    Naive(std::span<Job const> jobs, std::int64_t processors) : size_(processors) {
        for (Job const& job : jobs) {
            jobs_.push_back(
                {job.submit.since_origin, job.occupancy().count, job.requested.count, job.nodes});
        }
    }

    std::vector<std::int64_t> fcfs() {
        return run([this] { start_heads(); });
    }
    std::vector<std::int64_t> easy() {
        return run([this] {
            start_heads();
            backfill();
        });
    }
    std::vector<std::int64_t> conservative() {
        return run([this] { conservative_pass(); });
    }

  private:
    static constexpr std::int64_t unknown = -1;
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    struct Entry {
        std::int64_t submit, run, requested, size;
        std::int64_t start = unknown;
        std::int64_t reserved = unknown;
        bool ended = false;
        [[nodiscard]] bool runs() const { return start != unknown && !ended; }
        [[nodiscard]] std::int64_t estimated_end() const { return start + requested; }
    };

    template <class Pass>
    std::vector<std::int64_t> run(Pass pass) {
        while ((now_ = next_instant()) != never) {
            ended_early_ = false;
            for (Entry& job : jobs_) {
                if (!job.runs() || job.start + job.run > now_) continue;
                job.ended = true;
                ended_early_ = ended_early_ || job.estimated_end() > now_;
            }
            pass();
        }
        std::vector<std::int64_t> starts;
        for (Entry const& job : jobs_) starts.push_back(job.start);
        return starts;
    }

    [[nodiscard]] std::int64_t next_instant() {
        std::int64_t next = never;
        for (Entry const& job : jobs_) {
            if (job.runs()) next = std::min(next, job.start + job.run);
            if (job.submit > now_) next = std::min(next, job.submit);
            if (waits(job) && job.reserved > now_) next = std::min(next, job.reserved);
        }
        return next;
    }
    [[nodiscard]] bool waits(Entry const& job) const {
        return job.submit <= now_ && job.start == unknown;
    }
    [[nodiscard]] std::vector<Entry*> queue() {
        std::vector<Entry*> waiting;
        for (Entry& job : jobs_)
            if (waits(job)) waiting.push_back(&job);
        return waiting;
    }
    [[nodiscard]] std::int64_t free() const {
        std::int64_t free = size_;
        for (Entry const& job : jobs_) free -= job.runs() ? job.size : 0;
        return free;
    }

    void start_heads() {
        for (Entry* job : queue()) {
            if (job->size > free()) return;
            job->start = now_;
        }
    }

    void backfill() {
        auto const waiting = queue();
        if (waiting.empty()) return;
        std::int64_t shadow = never;
        std::int64_t extra = 0;
        for (Entry const& end : jobs_) {
            if (!end.runs() || end.estimated_end() >= shadow) continue;
            std::int64_t available = free();
            for (Entry const& job : jobs_)
                if (job.runs() && job.estimated_end() <= end.estimated_end()) available += job.size;
            if (available < waiting.front()->size) continue;
            shadow = end.estimated_end();
            extra = available - waiting.front()->size;
        }
        for (Entry* job : waiting) {
            if (job == waiting.front() || job->size > free()) continue;
            bool const in_time = now_ + job->requested <= shadow;
            if (!in_time && job->size > extra) continue;
            if (!in_time) extra -= job->size;
            job->start = now_;
        }
    }

    /// Processors that neither running jobs nor reservations hold at a future instant.
    [[nodiscard]] std::int64_t free_at(std::int64_t t) const {
        std::int64_t free = size_;
        for (Entry const& job : jobs_) {
            std::int64_t const from = job.start != unknown ? job.start : job.reserved;
            if (job.ended || from == unknown) continue;
            if (from <= t && t < from + job.requested) free -= job.size;
        }
        return free;
    }
    void reserve(Entry& job) {
        for (std::int64_t start = now_;; ++start) {
            bool fits = true;
            for (std::int64_t t = start; fits && t < start + job.requested; ++t)
                fits = free_at(t) >= job.size;
            if (!fits) continue;
            job.reserved = start;
            return;
        }
    }
    void conservative_pass() {
        if (ended_early_)
            for (Entry* job : queue()) job->reserved = unknown;
        for (Entry* job : queue())
            if (job->reserved == unknown) reserve(*job);
        for (Entry* job : queue())
            if (job->reserved == now_) job->start = now_;
    }

    std::vector<Entry> jobs_;
    std::int64_t size_;
    std::int64_t now_ = unknown;
    bool ended_early_ = false;
};

}  // namespace clustersim
