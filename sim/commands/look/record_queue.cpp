// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/record_queue.hpp"

#include "sim/commands/look/recorded_policy_queue.hpp"
#include "sim/slurm/controller/accounting_log.hpp"
#include "sim/slurm/controller/take_snapshot.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/result_replay.hpp"

#include <algorithm>

namespace clustersim {
namespace {

constexpr Seconds longest_tail{std::int64_t{60} * 86400};

bool all_ended(RecordedQueue const& queue) {
    return std::ranges::none_of(
        queue.snapshot.accounting,
        [&](auto const& record) { return !record.end && is_study_job(queue, record); });
}

}  // namespace

Result<RecordedQueue>
recorded_queue(std::filesystem::path const& folder, std::size_t run, std::uint64_t replicate) {
    auto const stored = stored_replicate(folder, {run, replicate, Instant{}});
    if (!stored) return failure(stored.error());
    Instant const end{whole_span(stored->scenario.background).count};
    Instant const last = end + longest_tail;
    if (stored->slurm == nullptr) return recorded_policy_queue(*stored, replicate, end, last);
    slurm::AccountingLog log;
    auto replayed = replay_result(folder, {run, replicate, end}, &log);
    if (!replayed) return failure(replayed.error());
    slurm::Controller& controller = replayed->queue.controller();
    controller.observe(&log);
    // How long the study's jobs take is unknown, so the queue goes on to one later moment after the other.
    for (Instant at = end;;) {
        RecordedQueue queue{slurm::take_snapshot(controller.state()), replayed->jobs};
        queue.snapshot.accounting = log.records(controller.state());
        if (all_ended(queue) || at == last) return queue;
        at = std::min(last, Instant{2 * at.since_origin + 86400});
        replayed->queue.run_until(at);
    }
}

}  // namespace clustersim
