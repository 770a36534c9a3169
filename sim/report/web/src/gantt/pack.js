// SPDX-License-Identifier: Apache-2.0

/** Jobs that run, earliest end on top. */
class EndHeap {
  constructor(ends) {
    this.ends = ends;
    this.items = [];
  }
  get first() {
    return this.items.length ? this.ends[this.items[0].job] : Infinity;
  }
  push(item) {
    const { items, ends } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (ends[items[above].job] <= ends[items[at].job]) break;
      [items[above], items[at]] = [items[at], items[above]];
      at = above;
    }
  }
  pop() {
    const { items, ends } = this;
    const top = items[0];
    const last = items.pop();
    if (items.length) {
      items[0] = last;
      for (let at = 0; ; ) {
        let least = at;
        for (const below of [2 * at + 1, 2 * at + 2])
          if (below < items.length && ends[items[below].job] < ends[items[least].job]) least = below;
        if (least === at) break;
        [items[least], items[at]] = [items[at], items[least]];
        at = least;
      }
    }
    return top;
  }
}

/** Free rows of a partition: ascending intervals [from, to); the last one has no end. */
class FreeRows {
  constructor() {
    this.gaps = [[0, Infinity]];
    this.used = 0;
  }
  /** Takes the first gap that holds the whole job below `limit`, else the first free rows. */
  take(size, limit) {
    const { gaps } = this;
    const whole = gaps.findIndex(([from, to]) => Math.min(to, limit) - from >= size);
    const pieces = [];
    for (let at = Math.max(0, whole), left = size; left > 0; ) {
      const gap = gaps[at];
      const got = Math.min(left, gap[1] - gap[0]);
      pieces.push([gap[0], got]);
      gap[0] += got;
      left -= got;
      if (gap[0] >= gap[1]) gaps.splice(at, 1);
    }
    const [from, got] = pieces.at(-1);
    this.used = Math.max(this.used, from + got);
    return pieces;
  }
  give(pieces) {
    const { gaps } = this;
    for (const [from, got] of pieces) {
      let low = 0;
      for (let high = gaps.length; low < high; ) {
        const middle = (low + high) >> 1;
        if (gaps[middle][0] < from) low = middle + 1;
        else high = middle;
      }
      gaps.splice(low, 0, [from, from + got]);
      if (low + 1 < gaps.length && gaps[low][1] === gaps[low + 1][0]) gaps[low][1] = gaps.splice(low + 1, 1)[0][1];
      if (low > 0 && gaps[low - 1][1] === gaps[low][0]) gaps[low - 1][1] = gaps.splice(low, 1)[0][1];
    }
  }
}

/**
 * Gives each job rows of its partition's lane while it runs. The rows are stacked to show how full the partition is;
 * they are not the nodes on which the job ran. Pieces are in the order of the starts.
 */
export function packJobs(jobs, itsLanes) {
  const job = [];
  const row = [];
  const high = [];
  const lanes = itsLanes.map(({ capacity }) => ({ capacity, rows: new FreeRows(), running: new EndHeap(jobs.end) }));
  for (let i = 0; i < jobs.count; i++) {
    const { capacity, rows, running } = lanes[jobs.lane[i]];
    while (running.first <= jobs.start[i]) rows.give(running.pop().pieces);
    const pieces = jobs.size[i] > 0 ? rows.take(jobs.size[i], capacity || rows.used) : [];
    running.push({ job: i, pieces });
    for (const [from, got] of pieces) {
      job.push(i);
      row.push(from);
      high.push(got);
    }
  }
  const shown = lanes.map(({ capacity, rows }, at) => ({ name: itsLanes[at].name, rows: Math.max(rows.used, capacity) }));
  return { job: Int32Array.from(job), row: Float64Array.from(row), high: Float64Array.from(high), lanes: shown };
}
