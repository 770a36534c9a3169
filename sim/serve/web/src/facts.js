// SPDX-License-Identifier: Apache-2.0
import { amount, number } from "../../../report/web/src/format.js";

/** A predicted amount: no more digits than it is known to. */
export const rounded = (value) => number(value ? Number(value.toPrecision(3)) : value);

/** "1 h 6 min – 13 h"; nothing if the ends are the same or unknown. */
export const rangeText = ({ low, high }, unit) => (low === null || high === null || low === undefined || low === high ? "" : `${amount(low, unit)} – ${amount(high, unit)}`);

/** The access mode that such a run needs, in a few words: "regular access, 12 %". */
export function accessText(access) {
  if (!access) return "";
  if (!access.mode) return "more than any access mode";
  if (!access.carries) return `${access.mode} access, with more runs`;
  return `${access.mode} access${access.share === null ? "" : `, ${number(100 * access.share)} %`}`;
}

/** What the page shows of one job of one run: each number with its range, in SI units. */
export function factsOf(run, index = 0) {
  const job = run.jobs[index];
  const m = job.metrics;
  const long = m.campaign_work_s !== null && m.campaign_work_s !== undefined;
  const of = (mid, low, high) => ({ mid: m[mid] ?? null, low: m[low] ?? null, high: m[high] ?? null });
  return {
    system: run.system,
    partition: run.partition,
    variant: run.variant,
    job: job.job,
    nodes: m.nodes,
    gpus: m.gpus,
    gpuUnit: job.units?.gpus ?? "GPU",
    wait: of("wait_median_s", "wait_p5_s", "wait_p95_s"),
    waits: job.waits_s ?? [],
    neverStarted: m.never_started ?? 0,
    run: long ? { mid: m.campaign_work_s, low: null, high: null } : of("runtime_s", "runtime_low_s", "runtime_high_s"),
    submissions: long ? m.submissions : 1,
    walltime: m.walltime_s,
    end: of("turnaround_median_s", "turnaround_p5_s", "turnaround_p95_s"),
    billed: m.campaign_billed ?? m.billed ?? null,
    billedUnit: job.units?.campaign_billed ?? job.units?.billed ?? run.billing_unit ?? "",
    nodeHours: m.campaign_node_hours ?? m.node_hours ?? null,
    gpuHours: m.campaign_gpu_hours ?? m.gpu_hours ?? null,
    gpuHoursUnit: job.units?.gpu_hours ?? "GPU-h",
    access: job.access_choice ?? null,
    sbatch: job.sbatch ?? [],
    memory: m.memory_per_gpu_B ?? null,
    memoryShare: m.memory_share ?? null,
    energy: m.campaign_energy_J ?? m.energy_J ?? null,
    co2e: m.campaign_co2e_g ?? m.co2e_g ?? null,
    step: of("step_time_s", "step_time_low_s", "step_time_high_s"),
    efficiency: m.efficiency ?? null,
    timesOut: job.times_out === true,
    plan: job.plan?.text ?? "",
    software: job.software ?? "",
  };
}

export const allFacts = (answer) => (answer?.answer?.runs ?? []).map((run) => factsOf(run));

/** The shown numbers of a job: [{title, value, note, part}]. `part` says which answer it needs. */
export function numbersOf(facts, partial) {
  const { access } = facts;
  const submissions = facts.submissions > 1 ? `about ${Math.ceil(facts.submissions)} submissions, each at most ${amount(facts.walltime, "s")}` : "";
  const list = [
    { key: "wait", title: "starts in", value: facts.wait.mid === null ? null : amount(facts.wait.mid, "s"), note: rangeText(facts.wait, "s"), partial },
    { key: "run", title: "runs", value: facts.run.mid === null ? null : amount(facts.run.mid, "s"), note: submissions || rangeText(facts.run, "s") },
    { key: "end", title: "done after", value: facts.end.mid === null ? null : amount(facts.end.mid, "s"), note: rangeText(facts.end, "s"), partial },
    { key: "cost", title: "costs", value: facts.billed === null ? null : `${rounded(facts.billed)} ${facts.billedUnit}`, note: accessText(access) },
  ];
  if (facts.memory !== null)
    list.push({ key: "memory", title: "memory", value: amount(facts.memory, "B"), note: facts.memoryShare === null ? "" : `${number(100 * facts.memoryShare)} % of each device` });
  list.push({ key: "energy", title: "energy", value: facts.energy === null ? null : amount(facts.energy, "J"), note: facts.co2e === null ? "" : `${amount(facts.co2e, "g")} CO₂e` });
  return list;
}
