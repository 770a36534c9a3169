// SPDX-License-Identifier: Apache-2.0
import { amount, number } from "../../../report/web/src/format.js";
import { accessText, rounded } from "./facts.js";

const byNodes = (list) => [...new Map(list.map((one) => [one.nodes, one])).values()].sort((a, b) => a.nodes - b.nodes);

function groups(facts) {
  const out = new Map();
  for (const one of facts) out.set(one.system, [...(out.get(one.system) ?? []), one]);
  return out;
}

/** Wait and run, one above the other, for each machine and size. */
export function waitAndRun(facts, title) {
  const several = new Set(facts.map(({ system }) => system)).size > 1;
  const sizes = new Set(facts.map(({ nodes }) => nodes)).size > 1;
  const name = (one) => [several || !sizes ? title(one.system) : null, sizes ? `${number(one.nodes)} node${one.nodes === 1 ? "" : "s"}` : null, !sizes && one.variant && !several ? one.variant : null].filter(Boolean).join(", ");
  const known = [...groups(facts).values()].flatMap((list) => (sizes ? byNodes(list) : list)).filter(({ end }) => end.mid !== null);
  const wait = (one) => Math.min(one.wait.mid ?? 0, one.end.mid);
  return {
    type: "bars",
    title: "Wait and run",
    note: known.some(({ submissions }) => submissions > 1) ? "Medians. The wait is that of the first submission; the rest has the run, and the waits of later submissions." : "Medians; the lines show 5 to 95 % of the time to the end.",
    unit: "s",
    by: "machine and nodes",
    stacked: true,
    numbers: true,
    categories: known.map(name),
    series: [
      { name: "waits", values: known.map(wait) },
      { name: "runs", values: known.map((one) => one.end.mid - wait(one)) },
    ],
    low: known.map(({ end }) => end.low),
    high: known.map(({ end }) => end.high),
  };
}

function curve(facts, title, value, texts, range) {
  const series = [...groups(facts)].map(([system, list]) => {
    const at = byNodes(list).filter((one) => value(one) !== null);
    const s = { name: title(system), x: at.map(({ nodes }) => nodes), y: at.map(value) };
    return range ? { ...s, low: at.map((one) => range(one).low), high: at.map((one) => range(one).high) } : s;
  });
  return { type: "lines", x: { title: "nodes", unit: "", log: true, base: 2 }, ...texts, series: series.filter(({ x }) => x.length > 0) };
}

/** Run time, efficiency and cost by number of nodes. */
export function scalingCurves(facts, title) {
  const hours = (one) => (one.run.mid === null ? null : one.run.mid / 3600);
  const nodeHours = (one) => one.nodeHours;
  const cost = new Set(facts.map(({ billedUnit }) => billedUnit)).size === 1 ? (one) => one.billed : nodeHours;
  const unit = cost === nodeHours ? "node-h" : (facts[0]?.billedUnit ?? "");
  const shares = efficiencies(facts);
  return [
    curve(facts, title, hours, { title: "Run time, without waits", y: { title: "run time", unit: "h", log: true } }),
    curve(facts, title, (one) => shares.get(one), { title: "Efficiency", y: { title: "efficiency", unit: "share", zero: true } }),
    curve(facts, title, cost, { title: "Cost", y: { title: "cost", unit, zero: true } }),
  ].filter(({ series }) => series.some(({ x }) => x.length > 1));
}

function efficiencies(facts) {
  const out = new Map();
  for (const list of groups(facts).values()) {
    const first = byNodes(list).find(({ nodeHours }) => nodeHours > 0);
    for (const one of list) out.set(one, first && one.nodeHours > 0 ? first.nodeHours / one.nodeHours : null);
  }
  return out;
}

/** The memory that each machine's device uses and has. */
export function memoryBars(facts, title) {
  const known = facts.filter(({ memory, memoryShare }) => memory !== null && memoryShare > 0);
  if (!known.length) return null;
  return {
    type: "bars", title: "Memory of a device", unit: "B", by: "machine", numbers: true,
    categories: known.map((one) => title(one.system)),
    series: [{ name: "used", values: known.map(({ memory }) => memory) }],
    limits: { name: "of the device", values: known.map(({ memory, memoryShare }) => memory / memoryShare) },
  };
}

/** All costs as a table, in the unit of each site and in common ones. */
export function costTable(facts, title) {
  const right = (name) => ({ title: name, right: true });
  return {
    type: "table",
    title: "",
    columns: [{ title: "machine" }, { title: "partition" }, right("nodes"), right("billed"), right("node-h"), right("device-h"), right("energy"), right("CO₂e"), { title: "access mode" }],
    rows: facts.map((one) => [
      title(one.system), one.partition ?? "", number(one.nodes),
      one.billed === null ? "–" : `${rounded(one.billed)} ${one.billedUnit}`,
      one.nodeHours === null ? "–" : rounded(one.nodeHours), one.gpuHours ? `${rounded(one.gpuHours)} ${one.gpuHoursUnit}` : "–", amount(one.energy, "J"), amount(one.co2e, "g"),
      accessText(one.access).replace(" access", "") || "–",
    ]),
  };
}
