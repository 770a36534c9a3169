// SPDX-License-Identifier: Apache-2.0
import { amount, number } from "../format.js";
import { grey, okabeIto, ordered } from "../palette.js";

/** "2", "2 to 4": the whole numbers from `low` to before `end`. */
const wholes = (low, end) => (end - low === 1 ? number(low) : `${number(low)} to ${number(end - 1)}`);

const times = (low, end) => (low === 0 ? `below ${amount(end, "s")}` : `${amount(low, "s")} to ${amount(end, "s")}`);

/** Classes of a number from `least` on: the lower bounds of all but the first. `between` names one that has an end. */
function classes(values, least, bounds, unit, between) {
  const names = bounds.map((end, i) => between(i === 0 ? least : bounds[i - 1], end));
  names.push(`${amount(bounds.at(-1), unit)} or more`);
  return {
    entries: names.map((name, i) => ({ name, colour: ordered[i] })),
    of: (i) => {
      let at = 0;
      while (at < bounds.length && values[i] >= bounds[at]) at++;
      return at;
    },
  };
}

/** At most four bounds that rise by about equal factors up to the largest size. */
function sizeBounds(sizes) {
  const most = sizes.reduce((a, b) => Math.max(a, b), 2);
  const bounds = [1, 2, 3, 4].map((i) => Math.max(i + 1, Math.round(most ** (i / 5))));
  return bounds.filter((bound, i) => bound <= most && bounds.indexOf(bound) === i);
}

/** The names with most work get colours of their own, the others are grey. */
function names(jobs, indices, all) {
  const work = new Float64Array(all.length);
  for (let i = 0; i < jobs.count; i++) if (jobs.end[i] > jobs.start[i]) work[indices[i]] += jobs.size[i] * (jobs.end[i] - jobs.start[i]);
  const most = [...all.keys()].sort((a, b) => work[b] - work[a]).slice(0, okabeIto.length);
  const slots = new Map(most.map((name, slot) => [name, slot]));
  const entries = most.map((name, slot) => ({ name: all[name] || "unknown", colour: okabeIto[slot] }));
  if (all.length > most.length) entries.push({ name: `${all.length - most.length} others`, colour: grey });
  return { entries, of: (i) => slots.get(indices[i]) ?? most.length };
}

/** The ways to colour the jobs that these data allow: [{key, title, entries, of(job)}]. */
export function colourings(jobs, unit) {
  const out = [];
  if (jobs.user) out.push({ key: "user", title: "user", ...names(jobs, jobs.user, jobs.users) });
  if (jobs.partition) out.push({ key: "partition", title: "partition", ...names(jobs, jobs.partition, jobs.partitions) });
  out.push({ key: "size", title: "size", ...classes(jobs.size, 1, sizeBounds(jobs.size), unit, wholes) });
  out.push({ key: "wait", title: "wait", ...classes(jobs.wait, 0, [60, 3600, 6 * 3600, 86400], "s", times) });
  return out;
}
