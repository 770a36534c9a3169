// SPDX-License-Identifier: Apache-2.0
import { sums } from "../steps.js";

/**
 * The jobs of a queue as columns of numbers, in the order of their starts. In the data, ids and starts are
 * differences, and a run of null goes on at the end of the recording.
 */
export function readJobs(item) {
  const { id, start, wait, run, size, user, partition, lane } = item.jobs;
  const count = start.length;
  const starts = sums(start);
  return {
    count,
    id: sums(id),
    start: starts,
    end: Float64Array.from(run, (r, i) => (r === null ? item.recorded : starts[i] + r)),
    wait: Float64Array.from(wait),
    running: Uint8Array.from(run, (r) => (r === null ? 1 : 0)),
    size: Float64Array.from(size),
    lane: lane ?? new Uint8Array(count),
    user: user ?? null,
    users: item.users ?? [],
    partition: partition ?? null,
    partitions: item.partitions ?? [],
  };
}
