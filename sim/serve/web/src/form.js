// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { applicationBox } from "./application.js";
import { field, group, inWords, newId, numberIn, segments } from "./fields.js";
import { machineBoxes } from "./machines.js";
import { firstModel, modelFields } from "./model.js";

const UNITS = ["tokens", "epochs", "steps"];
const FIRST_AMOUNT = { tokens: 10e9, epochs: 10, steps: 1000 };
const MOST_NODES = 12; // as a power of two: 4,096 nodes

// What a queue is like on machines that publish their log (docs/waits.md): the lowest and the highest third.
const QUEUES = {
  empty: undefined,
  usual: { mix: "typical" },
  short: { mix: "typical", backlog: "1 d 6 h" },
  long: { mix: "typical", backlog: "3 d 9 h" },
};

function queueOf(state) {
  const background = state.scenario.background;
  if (background === undefined || background?.mix === "none") return "empty";
  const told = JSON.stringify(background);
  return Object.keys(QUEUES).find((name) => JSON.stringify(QUEUES[name]) === told) ?? "own";
}

const titleOf = (job) => {
  const unit = UNITS.find((one) => job[one] !== undefined);
  if (!job.application) return `A job of ${job.runtime ?? "a known run time"}`;
  const name = typeof job.application === "object" ? (job.application.name ?? "a model of its own") : job.application;
  return unit ? `${name} on ${inWords(Number(job[unit]))} ${unit}` : String(name);
};

/** The form: each control shows a key of the state and changes it. `snapshot` hears files that are dropped; without it there is no place for them. */
export function makeForm({ state, catalogue, snapshot }) {
  const key = (name) => ["jobs", state.job.name, name];
  /** Changes keys of the job; a title that the form wrote follows. */
  const change = (changes) => {
    const old = state.job;
    const next = { ...old, ...changes };
    const all = Object.entries(changes).map(([name, value]) => [key(name), value]);
    if (state.scenario.title === titleOf(old)) all.push([["title"], titleOf(next)]);
    state.change(all, "form");
  };

  const chooseApplication = async (application) => {
    const kind = await catalogue.workOf(application);
    const job = state.job;
    const changes = { application, runtime: undefined };
    if (kind && job[kind] === undefined) for (const unit of UNITS) changes[unit] = unit === kind ? FIRST_AMOUNT[kind] : undefined;
    if (kind === "steps") changes.checkpoint = undefined;
    change(changes);
  };
  const application = applicationBox(() => catalogue.applications, chooseApplication);
  const kind = segments(
    "What is known",
    [["application", "Application", "one that the program knows"], ["model", "Own model", "a transformer by its shape or its parameters"], ["runtime", "Run time", "a time that you know"]],
    (value) => {
      if (value === "runtime") return change({ application: undefined, tokens: undefined, epochs: undefined, steps: undefined, checkpoint: undefined, training: undefined, runtime: "2 h" });
      const { tokens, checkpoint } = state.job;
      change({ runtime: undefined, epochs: undefined, steps: undefined, application: value === "model" ? firstModel() : "llama-7b", tokens: tokens ?? FIRST_AMOUNT.tokens, checkpoint: checkpoint ?? { every: "1 h" } });
    },
  );
  const model = modelFields((application) => change({ application }));
  const amount = el("input", { type: "text", inputmode: "decimal", autocomplete: "off" });
  const unit = el("select", { "aria-label": "Unit of the work", onchange: () => setAmount() }, UNITS.map((one) => el("option", { value: one }, one)));
  const words = el("p", { class: "hintline", "aria-live": "polite" });
  const setAmount = () => {
    const value = numberIn(amount.value);
    amount.setAttribute("aria-invalid", String(!(value > 0)));
    if (!(value > 0)) return void (words.textContent = "Write a number, such as 100e9, 100 B or 5,000.");
    change(Object.fromEntries(UNITS.map((one) => [one, one === unit.value ? value : undefined])));
  };
  amount.addEventListener("input", setAmount);
  const work = field("Work", el("div", { class: "joined" }, amount, unit));
  work.append(words);
  amount.setAttribute("aria-describedby", (words.id = newId("words")));

  const runtime = el("input", { type: "text", autocomplete: "off", oninput: () => change({ runtime: runtime.value }) });
  const ownRuntime = field("Run time", runtime, "90 min, 3 d 4 h, 12:00:00");

  const machines = machineBoxes(catalogue.machineNames, (name, checked) => {
    const next = checked ? [...state.machines, name] : state.machines.filter((one) => one !== name);
    if (state.machines[0] !== next[0] && state.get("partition") !== undefined) state.change([[["partition"], undefined], [["qos"], undefined]], "form");
    state.setMachines(next, "form");
  });

  const slider = el("input", { type: "range", min: 0, max: MOST_NODES, step: 1, "aria-label": "Nodes, in powers of two" });
  const nodes = el("input", { type: "number", min: 1, max: 1000000, step: 1, inputmode: "numeric" });
  slider.addEventListener("input", () => change({ nodes: 2 ** Number(slider.value), gpus: undefined }));
  nodes.addEventListener("input", () => {
    const value = Math.round(Number(nodes.value));
    if (value >= 1 && value <= 1000000) change({ nodes: value });
  });
  const marks = el("div", { class: "marks", "aria-hidden": "true" }, ["1", "16", "256", "4,096"].map((mark) => el("span", {}, mark)));
  const nodeField = field("Nodes", el("div", { class: "nodes" }, nodes, el("div", { class: "track" }, slider, marks)));

  const limit = el("input", { type: "text", autocomplete: "off", placeholder: "chosen from the run time", oninput: () => change({ walltime: limit.value.trim() || undefined }) });
  const every = el("input", { type: "text", autocomplete: "off", "aria-label": "Time between two checkpoints", oninput: () => change({ checkpoint: { every: every.value } }) });
  const checkpoint = el("input", { type: "checkbox", id: newId("checkpoint"), onchange: () => change({ checkpoint: checkpoint.checked ? { every: "1 h" } : undefined }) });
  const continues = el("div", { class: "field check" }, checkpoint, el("label", { for: checkpoint.id, title: "The run continues from its last checkpoint in as many submissions as it needs." }, "checkpoint every"), every);

  const queue = segments(
    "Queue",
    [["empty", "Empty", "no other jobs"], ["short", "Short", "about 30 h of work waits for each node"], ["usual", "Usual", "what is known of this machine; else the range of comparable machines"], ["long", "Long", "about 81 h of work waits for each node"]],
    (value) => state.change([[["background"], QUEUES[value]]], "form"),
  );
  const queueNote = el("p", { class: "hintline" });
  const take = (file) => file && snapshot?.(file);
  const file = el("input", { type: "file", class: "unseen", id: newId("snapshot"), accept: ".gz,.tgz,.tar,.zst,.xz", onchange: () => take(file.files[0]) });
  const drop = el("div", { class: "drop" }, file, el("label", { for: file.id }, "Or choose, or drop here, a snapshot of your own queue"));

  const usage = el(
    "select",
    { onchange: () => state.change([[["user"], usage.value === "typical" ? undefined : { usage: usage.value }]], "form") },
    [["typical", "as the median account"], ["new", "nothing yet"], ["light", "little: the lowest tenth"], ["heavy", "much: the highest tenth"]].map(([value, title]) => el("option", { value }, title)),
  );
  const partition = el("input", { type: "text", autocomplete: "off", placeholder: "chosen for the job", oninput: () => state.change([[["partition"], partition.value.trim() || undefined]], "form") });
  const replicates = el("input", { type: "number", min: 1, max: 1000, placeholder: "20", oninput: () => state.change([[["replicates"], Number(replicates.value) >= 1 ? Math.round(Number(replicates.value)) : undefined]], "form") });
  const more = el("details", { class: "more" }, el("summary", {}, "More"), field("Your account has used", usage), field("Partition of the first machine", partition), field("Simulated queues", replicates, "More queues take longer and narrow the median."));

  const stopped = el("p", { class: "warn", role: "status", hidden: true }, "The YAML cannot be read, so the form waits until it can.");
  const form = el(
    "form",
    { id: "form", "aria-label": "The question", onsubmit: (event) => event.preventDefault() },
    stopped,
    group("What runs", kind, (application.field = field("Application", application)), model, work, ownRuntime),
    group("Where", machines, nodeField, field("Time limit", limit), continues),
    group("In which queue", queue, queueNote, snapshot ? drop : null),
    more,
  );
  for (const kind of ["dragenter", "dragover"]) form.addEventListener(kind, (event) => (event.preventDefault(), drop.classList.add("over")));
  form.addEventListener("dragleave", () => drop.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });

  /** Shows the state; what a reader is typing into stays as it is. */
  const show = () => {
    stopped.hidden = state.readable;
    for (const part of form.querySelectorAll("fieldset")) part.disabled = !state.readable;
    if (!state.readable) return;
    const job = state.job;
    const put = (control, value) => document.activeElement !== control && (control.value = value);
    const known = job.application === undefined && job.runtime !== undefined;
    const written = job.application !== null && typeof job.application === "object";
    kind.set(known ? "runtime" : written ? "model" : "application");
    application.field.hidden = known || written;
    model.hidden = !written;
    work.hidden = continues.hidden = known;
    ownRuntime.hidden = !known;
    if (written) model.set(job.application);
    else application.set(String(job.application ?? ""));
    put(runtime, String(job.runtime ?? ""));
    const used = UNITS.find((one) => job[one] !== undefined) ?? "steps";
    unit.value = used;
    put(amount, job[used] === undefined ? "1" : used === "tokens" && job[used] >= 1e6 ? inWords(Number(job[used])) : String(job[used]));
    words.textContent = document.activeElement === amount ? `${inWords(Number(job[used] ?? 1))} ${used}` : "";
    amount.removeAttribute("aria-invalid");
    machines.set(state.machines);
    put(nodes, String(job.nodes ?? (job.gpus === undefined ? 1 : "")));
    slider.value = String(Math.round(Math.log2(Number(job.nodes) || 1)));
    slider.setAttribute("aria-valuetext", `${job.nodes ?? 1} nodes`);
    put(limit, String(job.walltime ?? ""));
    checkpoint.checked = job.checkpoint !== undefined;
    every.hidden = !checkpoint.checked;
    put(every, String(job.checkpoint?.every ?? "auto"));
    const kindOfQueue = queueOf(state);
    queue.set(kindOfQueue);
    queueNote.textContent = kindOfQueue === "own" ? "The YAML describes a queue of its own." : "";
    put(usage, String(state.get("user", "usage") ?? "typical"));
    put(partition, String(state.get("partition") ?? ""));
    put(replicates, String(state.get("replicates") ?? ""));
  };
  state.listen(show);
  catalogue.listen(() => {
    machines.fill(catalogue.machines);
    show();
  });
  show();
  return form;
}
