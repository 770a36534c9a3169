// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { field } from "./fields.js";
import { problemList, problemsOf } from "./problems.js";
import { copied } from "./tabs.js";

const COLLECTIVES = ["all_reduce", "all_gather", "reduce_scatter", "broadcast", "alltoall", "sendrecv"];
const SCRIPT = `#!/bin/bash
#SBATCH --nodes=2
#SBATCH --gpus-per-node=4
#SBATCH --time=12:00:00

srun ./my_program
`;

// Fields of a question: [key, label, kind, value at first]. Kinds: app, machine, count, counts, text, script, or a list of words.
const QUESTIONS = [
  { command: "plan", title: "Which parallel plan is the fastest?", note: "All plans of a training that fit in memory on so many devices.",
    fields: [["app", "Application", "app"], ["system", "Machine", "machine"], ["gpus", "Devices", "counts", "devices"], ["hold", "Parts that stay", "text", ""]] },
  { command: "step", title: "What does a training step consist of?", note: "Time, rates, memory and energy of one step.",
    fields: [["app", "Application", "app"], ["system", "Machine", "machine"], ["nodes", "Nodes", "counts", "nodes"], ["plan", "Changes of the plan", "text", ""]] },
  { command: "inference", title: "How fast does a model answer?", note: "Latency, throughput and memory of a language model that serves requests.",
    fields: [["app", "Application", "app"], ["system", "Machine", "machine"], ["gpus", "Devices", "count", "4"], ["prompt", "Tokens of a prompt", "count", "1024"], ["output", "Tokens to generate", "count", "256"], ["batch", "Requests at once", "counts", "1, 16, 64"]] },
  { command: "nccl-tests", title: "How fast is a collective?", note: "Time and bandwidth by size, as nccl-tests prints them.",
    fields: [["system", "Machine", "machine"], ["nodes", "Nodes", "count", "nodes"], ["collective", "Operation", COLLECTIVES]] },
  { command: "advise", title: "What is wrong with my job script?", note: "Start, cost and mistakes of a script for sbatch, and what a smaller request would change.",
    fields: [["system", "Machine", "machine"], ["script", "Job script", "script"]] },
];

const numbers = (text) => text.split(/[\s,]+/).filter(Boolean).map(Number);

/** The value of a field as a question has it; undefined if it is empty. */
function valueOf(kind, text) {
  if (!text.trim()) return undefined;
  if (kind === "script") return { text, name: "job.sh" };
  return kind === "counts" ? numbers(text) : kind === "count" ? numbers(text)[0] : text.trim();
}

const quoted = (text) => (/^[\w.,:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function commandLine({ command, fields }, values) {
  const words = fields.flatMap(([key, , kind]) => {
    const value = values[key];
    if (value === undefined) return [];
    if (kind === "app" || kind === "script") return [kind === "script" ? "job.sh" : quoted(value)];
    return [`--${key}`, quoted(Array.isArray(value) ? value.join(",") : String(value))];
  });
  return ["clustersim", command, ...words].join(" ");
}

/** Questions that need no scenario, each with its few fields; they begin with what the form says. */
export function othersTab({ state, catalogue, door, view }) {
  const choose = el("select", { onchange: () => show() }, QUESTIONS.map(({ command, title }) => el("option", { value: command }, title)));
  const note = el("p", { class: "note" });
  const place = el("form", { class: "inline", onsubmit: (event) => (event.preventDefault(), ask()) });
  const answer = el("div", { "aria-live": "polite" });
  const box = el("section", { "aria-labelledby": "others-h" }, el("h2", { id: "others-h" }, "Other questions"), field("Question", choose), note, place, answer);
  let controls = new Map();
  let running = null;
  let written = "";

  const optionsOf = (list, chosen) => list.map(({ name, closed }) => el("option", { value: name, selected: name === chosen ? "" : null }, closed ? `${name} (closed)` : name));
  const firstOf = (first) => {
    const nodes = Number(state.job.nodes) || 1;
    const known = (view().whole ?? view().now)?.answer?.runs?.[0]?.jobs?.[0]?.metrics?.gpus;
    return { nodes: String(nodes), devices: String(known || 4 * nodes) }[first] ?? first ?? "";
  };
  function controlFor(kind, first) {
    if (kind === "app") return el("select", {}, optionsOf(catalogue.applications, state.job.application));
    if (kind === "machine") return el("select", {}, optionsOf(catalogue.machines.length ? catalogue.machines : catalogue.machineNames.map((name) => ({ name })), state.machines[0]));
    if (Array.isArray(kind)) return el("select", {}, optionsOf(kind.map((name) => ({ name })), kind[0]));
    if (kind === "script") {
      const area = el("textarea", { rows: 9, spellcheck: "false", class: "script" });
      area.value = SCRIPT;
      return area;
    }
    return el("input", { type: "text", autocomplete: "off", value: firstOf(first) });
  }

  const current = () => QUESTIONS.find(({ command }) => command === choose.value);

  /** Shows the fields of the chosen question. */
  function show() {
    running?.abort();
    const { command, note: text, fields } = current();
    written = `${command} ${state.text}`;
    note.textContent = text;
    controls = new Map(fields.map(([key, , kind, first]) => [key, controlFor(kind, first)]));
    place.replaceChildren(...fields.map(([key, title, kind]) => {
      const made = field(title, controls.get(key));
      if (kind === "script") made.classList.add("whole");
      return made;
    }), el("button", { class: "main" }, "Ask"));
    answer.replaceChildren();
  }

  async function ask() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const question = current();
    const values = Object.fromEntries(question.fields.map(([key, , kind]) => [key, valueOf(kind, controls.get(key).value)]));
    const line = el("p", { class: "status", role: "status" }, "Computing …");
    answer.replaceChildren(line);
    try {
      const got = await door.ask({ command: question.command, ...values, format: question.command === "nccl-tests" ? "text" : "table" }, { signal, onProgress: ({ what, done, all }) => all && (line.textContent = `${what}: ${done} of ${all} …`) });
      if (signal.aborted) return;
      const text = copied("The answer");
      text.pre.classList.add("table");
      text.set(typeof got.answer === "string" ? got.answer.trim() : JSON.stringify(got.answer, null, 2));
      const asked = copied("The command line that asks the same");
      asked.set(commandLine(question, values));
      answer.replaceChildren(...(got.problems.length || got.exitCode > 1 ? [problemList(problemsOf(got))] : []), ...(got.answer ? [text.box] : []), el("p", { class: "note" }, "On the command line:"), asked.box);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }
  return { box, open: () => (written === `${choose.value} ${state.text}` ? null : show()) };
}
