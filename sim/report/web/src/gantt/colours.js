// SPDX-License-Identifier: Apache-2.0
import { amount } from "../format.js";
import { grey, okabeIto, ordered } from "../palette.js";

/** Classes of a number: the lower bounds of all but the first. */
function classes(values, bounds, unit) {
  const names = [`below ${amount(bounds[0], unit)}`];
  for (let i = 0; i + 1 < bounds.length; i++) names.push(`${amount(bounds[i], unit)} to ${amount(bounds[i + 1], unit)}`);
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

/** Four bounds that rise by equal factors, or the few sizes that there are. */
function sizeBounds(sizes) {
  const most = sizes.reduce((a, b) => Math.max(a, b), 1);
  const bounds = [2, 4, 16, 64];
  if (most > 512) return [4, 16, 64, 256];
  return most > 64 ? bounds : [2, 3, 5, 9];
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
  out.push({ key: "size", title: "size", ...classes(jobs.size, sizeBounds(jobs.size), unit) });
  out.push({ key: "wait", title: "wait", ...classes(jobs.wait, [60, 3600, 6 * 3600, 86400], "s") });
  return out;
}
