// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"
#include "sim/history/past_names.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim {

/// A job of a log, of a queue or of a replay, as it became known. There are millions of them, so names are numbers.
struct PastJob {
    std::int64_t id = 0;     ///< 0: not known
    std::int32_t task = -1;  ///< of an array; -1: none
    Instant submit;
    Instant start = Instant::never();   ///< never(): it has not started, or the log does not say
    Instant end = Instant::never();     ///< never(): it has not ended, or the log does not say when
    std::optional<Seconds> stated_run;  ///< how long it ran, of a log that does not say when
    std::optional<Seconds> limit;       ///< the requested walltime
    std::optional<std::int32_t> nodes, gpus;  ///< of the whole job; absent: the log does not say
    std::int32_t cpus = 0;                    ///< allocated; 0: not known
    bool by_backfill = false;                 ///< backfill started it, not the main scheduler
    std::uint32_t user = 0, queue = 0;        ///< in Past::users and Past::queues

    [[nodiscard]] constexpr bool started() const { return start < Instant::never(); }
    [[nodiscard]] constexpr bool ended() const { return end < Instant::never(); }
    /// Of a job that has started.
    [[nodiscard]] constexpr Seconds wait() const { return start - submit; }
    /// Its run time; absent: it has not ended, or is not known.
    [[nodiscard]] constexpr std::optional<Seconds> run() const {
        return started() && ended() ? std::optional(end - start) : stated_run;
    }
    /// Nodes; GPUs if nodes are not known; CPUs if neither are.
    [[nodiscard]] constexpr std::int32_t size() const {
        return nodes ? *nodes : gpus.value_or(cpus);
    }
};

/// Jobs of one clock.
struct Past {
    std::vector<PastJob> jobs;  ///< by submission, if nothing else is said
    PastNames users, queues;
    std::optional<Seconds> origin;  ///< Unix time of second 0 of the clock; absent: it has no dates
    /// Of jobs that were submitted later, only those that still wait or run are known; never(): all
    /// are known.
    Instant known_until = Instant::never();
    Diagnostics notes;  ///< of the readers

    [[nodiscard]] std::string const& user_of(PastJob const& job) const { return users[job.user]; }
    [[nodiscard]] std::string const& queue_of(PastJob const& job) const {
        return queues[job.queue];
    }
};

}  // namespace clustersim
