// SPDX-License-Identifier: Apache-2.0

/** The scenario as the program reads it: messages then have the lines of the editor. */
const held = (state) => ({ yaml: state.text, name: "scenario.yaml" });

const machinesOf = (state) => (state.machines.length ? state.machines : [String(state.scenario.system ?? "")]);

export const nodesOf = (state) => (Number.isInteger(state.job.nodes) ? state.job.nodes : null);

const EMPTY = { set: ["background={mix: none}", "replicates=1"] };

/** True if the answer needs a queue that must be simulated. */
export const hasQueue = (state) => {
  const mix = state.get("background", "mix");
  return mix !== undefined && mix !== "none";
};

/** The question of the page: one machine runs the scenario as it is, several are compared. */
export function headline(state) {
  const machines = machinesOf(state);
  if (machines.length < 2) return { command: "run", scenario: held(state), "no-results": true, format: "json" };
  const nodes = nodesOf(state);
  return { command: "compare", scenario: held(state), systems: machines, ...(nodes ? { nodes: [nodes] } : {}), format: "json" };
}

/** The same without other jobs: run time, cost and memory, which need no simulation. */
export const withoutQueue = (state) => ({ ...headline(state), ...EMPTY });

/** Powers of two around the number of nodes, and this number. */
export function sizesAround(nodes, fewer) {
  const [below, above] = fewer ? [4, 4] : [16, 8];
  const sizes = new Set([nodes]);
  for (let size = 1; size <= nodes * above; size *= 2) if (size * below >= nodes) sizes.add(size);
  return [...sizes].sort((a, b) => a - b);
}

function bySize(state, fewer) {
  const nodes = nodesOf(state);
  if (!nodes || state.get("sweep") || Object.keys(state.get("jobs") ?? {}).length !== 1) return null;
  return { command: "compare", scenario: held(state), systems: machinesOf(state), nodes: sizesAround(nodes, fewer), format: "json" };
}

/** Run time, efficiency and cost by number of nodes. */
export function scaling(state) {
  const question = bySize(state, false);
  return question && { ...question, ...EMPTY };
}

/** Waits by number of nodes: few queues, in which all sizes are tried. */
export function waits(state) {
  const question = hasQueue(state) ? bySize(state, true) : null;
  return question && { ...question, replicates: Math.min(6, Number(state.get("replicates")) || 20) };
}

/** The page of a report on the question, with the queue and the reasons of the wait. */
export const why = (state) => ({ ...headline(state), page: true });

/** The scenario as a project of one run, for the text of a proposal. */
export function proposal(state) {
  const scenario = state.scenario;
  const { name, ...job } = state.job;
  const project = { schema: "clustersim/project/1", title: String(scenario.title ?? ""), systems: machinesOf(state), stages: { [name]: { job } } };
  for (const key of ["background", "user", "seed", "partition"]) if (scenario[key] !== undefined) project[key] = scenario[key];
  return { command: "allocate", project, replicates: Math.min(6, Number(scenario.replicates) || 20), format: "markdown" };
}

/** A forecast for a job among those of a snapshot; `request` has the options of sbatch. */
export const forecast = (snapshot, request) => ({
  command: "forecast",
  archive: { base64: snapshot.base64, name: snapshot.name },
  ...Object.fromEntries(Object.entries(request).filter(([, value]) => value)),
  // The chances of smaller requests take as long again for each of them.
  samples: 40,
  "no-alternatives": true,
  page: true,
  format: "json",
});

/** The words of a command line that asks the same. */
export function commandLine(state) {
  const machines = machinesOf(state);
  const nodes = nodesOf(state);
  if (machines.length < 2) return "clustersim run scenario.yaml";
  return `clustersim compare scenario.yaml --systems ${machines.join(",")}${nodes ? ` --nodes ${nodes}` : ""}`;
}
