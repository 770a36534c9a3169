// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sdiag.hpp"

#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace clustersim::slurm {

namespace {

std::string with_unix_time(Snapshot const& snapshot, Instant at) {
    return fmt::format("{} ({})", date_line(snapshot, at), snapshot.origin + at.since_origin);
}

std::string head(Snapshot const& snapshot) {
    std::string const stars(55, '*');
    return fmt::format("{}\nsdiag output at {}\nData since      {}\n{}\n"
                       "Server thread count:  3\n"
                       "Agent queue size:     0\n"
                       "Agent count:          0\n"
                       "Agent thread count:   0\n"
                       "DBD Agent queue size: 0\n\n",
                       stars,
                       with_unix_time(snapshot, snapshot.now),
                       with_unix_time(snapshot, snapshot.counters.since),
                       stars);
}

std::string jobs(Snapshot const& snapshot) {
    SchedulerCounters const& c = snapshot.counters;
    return fmt::format("Jobs submitted: {}\nJobs started:   {}\nJobs completed: {}\n"
                       "Jobs canceled:  {}\nJobs failed:    {}\n\n"
                       "Job states ts:  {}\nJobs pending:   {}\nJobs running:   {}\n\n",
                       c.submitted,
                       c.started,
                       c.completed,
                       c.cancelled,
                       c.failed,
                       with_unix_time(snapshot, c.counted.value_or(snapshot.now)),
                       c.pending,
                       c.running);
}

std::string main_schedule(Snapshot const& snapshot) {
    SchedulerCounters const& c = snapshot.counters;
    std::string out = fmt::format("Main schedule statistics (microseconds):\n"
                                  "\tLast cycle:   0\n\tMax cycle:    0\n\tTotal cycles: {}\n",
                                  c.main_cycles);
    if (c.main_cycles > 0)
        out += fmt::format("\tMean cycle:   0\n\tMean depth cycle:  {}\n",
                           c.main_depth_sum / c.main_cycles);
    std::int64_t const minutes = (snapshot.now - c.since).count / 60;
    if (minutes > 0) out += fmt::format("\tCycles per minute: {}\n", c.main_cycles / minutes);
    return out + fmt::format("\tLast queue length: {}\n\n", c.main_last_queue);
}

std::string backfill(Snapshot const& snapshot) {
    SchedulerCounters const& c = snapshot.counters;
    std::string out =
        fmt::format("Backfilling stats\n"
                    "\tTotal backfilled jobs (since last slurm start): {}\n"
                    "\tTotal backfilled jobs (since last stats cycle start): {}\n"
                    "\tTotal backfilled heterogeneous job components: 0\n"
                    "\tTotal cycles: {}\n"
                    "\tLast cycle when: {}\n"
                    "\tLast cycle: 0\n\tMax cycle:  0\n",
                    c.backfilled_total,
                    c.backfilled,
                    c.backfill_cycles,
                    c.backfill_last ? with_unix_time(snapshot, *c.backfill_last) : "N/A");
    if (c.backfill_cycles > 0) out += "\tMean cycle: 0\n";
    out += fmt::format("\tLast depth cycle: {}\n\tLast depth cycle (try sched): {}\n",
                       c.backfill_last_depth,
                       c.backfill_last_depth_tried);
    std::int64_t const n = c.backfill_cycles;
    if (n > 0)
        out += fmt::format("\tDepth Mean: {}\n\tDepth Mean (try depth): {}\n",
                           c.backfill_depth_sum / n,
                           c.backfill_depth_tried_sum / n);
    out += fmt::format("\tLast queue length: {}\n", c.backfill_last_queue);
    if (n > 0) out += fmt::format("\tQueue length mean: {}\n", c.backfill_queue_sum / n);
    out += fmt::format("\tLast table size: {}\n", c.backfill_last_table);
    if (n > 0) out += fmt::format("\tMean table size: {}\n", c.backfill_table_sum / n);
    return out;
}

}  // namespace

std::string sdiag_text(Snapshot const& snapshot) {
    return head(snapshot) + jobs(snapshot) + main_schedule(snapshot) + backfill(snapshot);
}

}  // namespace clustersim::slurm
