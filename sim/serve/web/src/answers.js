// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { amount, number } from "../../../report/web/src/format.js";
import { arranged, shown as item } from "../../../report/web/src/items.js";
import { costTable, memoryBars, scalingCurves, waitAndRun } from "./charts.js";
import { allFacts, numbersOf } from "./facts.js";
import { problemList, problemsOf } from "./problems.js";
import { slot } from "./slot.js";

const MONTH = 30 * 86400;

/** When that is, if the job is submitted now. */
function dateOf(seconds) {
  if (seconds === null || seconds > 12 * MONTH) return "";
  const form = seconds < 3 * 86400 ? { weekday: "short", hour: "2-digit", minute: "2-digit" } : { weekday: "short", day: "numeric", month: "short" };
  return new Date(Date.now() + 1000 * seconds).toLocaleString("en-GB", form);
}

/** One sentence that answers the question. */
function sentence(facts, title) {
  const known = facts.filter(({ end }) => end.mid !== null);
  if (!known.length) return "No machine of these can run it.";
  const first = known.reduce((a, b) => (b.end.mid < a.end.mid ? b : a));
  if (known.length === 1) return `Done ${amount(first.end.mid, "s")} after the submission${dateOf(first.end.mid) ? `: about ${dateOf(first.end.mid)}` : ""}`;
  return new Set(known.map(({ system }) => system)).size > 1
    ? `Done first on ${title(first.system)}, ${amount(first.end.mid, "s")} after the submission`
    : `Done first with ${first.variant || first.job}, ${amount(first.end.mid, "s")} after the submission`;
}

function card(facts, title, partial, alone, waiting) {
  const where = [facts.nodes ? `${number(facts.nodes)} node${facts.nodes === 1 ? "" : "s"}` : null, facts.gpus ? `${number(facts.gpus)} ${facts.gpuUnit}${facts.gpus === 1 ? "" : "s"}` : null, facts.partition].filter(Boolean).join(" · ");
  const cell = ({ key, title: name, value, note, partial: narrowing }) => {
    const later = waiting && (key === "wait" || key === "end");
    return el(
      "div",
      { class: `number ${key}${later ? " later" : ""}` },
      el("dt", {}, name),
      el("dd", {}, later ? "…" : (value ?? "–")),
      el("dd", { class: narrowing && !later ? "note wide-range" : "note" }, later ? "the queue is simulated" : note || " "),
    );
  };
  const name = facts.variant && alone === "runs" ? facts.variant : facts.system ? title(facts.system) : " ";
  return el("article", { class: "machine", "aria-label": name }, el("h3", {}, name, el("span", { class: "where" }, where)), el("dl", { class: "numbers" }, numbersOf(facts, partial).map(cell)), facts.timesOut ? el("p", { class: "warn" }, "The limit ends this job before its work is done.") : null);
}

function impossible(answer, title) {
  const list = answer?.answer?.impossible ?? [];
  if (!list.length) return null;
  return el("ul", { class: "impossible" }, list.map(({ system, variant, reason }) => el("li", {}, el("strong", {}, `${title(system)}${variant ? `, ${variant}` : ""}: `), reason)));
}

const section = (id, heading, ...parts) => el("section", { id, "aria-labelledby": `${id}-h` }, el("h2", { id: `${id}-h` }, heading), parts);

/** The right side of the page: shows a view of the answers as it grows. */
export function makeAnswers({ catalogue, showPlace, extra }) {
  const title = (name) => catalogue.titleOf(name);
  const status = el("p", { class: "status", role: "status", "aria-live": "polite" });
  const bar = el("progress", { hidden: true, "aria-label": "Simulated queues" });
  const said = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
  const [trouble, heads, times, scaling, costs, basis] = Array.from({ length: 6 }, () => slot());
  const box = el("div", { id: "result" }, el("div", { class: "statusline" }, status, bar), said, trouble.box, heads.box, extra.pinned, times.box, extra.why, scaling.box, costs.box, basis.box);
  let spoken = "";
  let told = "";
  let talk = 0;

  /** Screen readers hear the sentence once it has stopped changing. */
  const speak = (text) => {
    clearTimeout(talk);
    if (text === spoken) return;
    talk = setTimeout(() => (said.textContent = spoken = text), 800);
  };

  const statusText = ({ busy, progress, estimate, whole, queue, old }) => {
    if (!busy) return "";
    const long = estimate > 3 ? ` This takes about ${amount(estimate, "s")}.` : "";
    if (queue && whole?.partial) return `From ${number(whole.replicates)} simulated queues so far; the ranges narrow.${long}`;
    if (progress) return `${progress.what}${progress.all ? `: ${number(progress.done)} of ${number(progress.all)}` : ""}.${long}`;
    return old ? "Asking …" : `Simulating the queue …${long}`;
  };

  function show(view) {
    const { now, whole, curve, waits, queue } = view;
    const problems = problemsOf(whole).length ? problemsOf(whole) : problemsOf(now);
    status.textContent = statusText(view);
    bar.hidden = !(view.busy && view.progress?.all);
    if (view.progress?.all) [bar.max, bar.value] = [view.progress.all, view.progress.done];
    box.classList.toggle("old", Boolean(view.old));
    box.setAttribute("aria-busy", String(Boolean(view.busy)));
    trouble.update([problems.map((one) => one.message).join("\n")], () =>
      problems.length ? el("section", { class: "trouble", role: "alert" }, el("h2", {}, problems.length === 1 ? "This cannot be answered yet" : `${problems.length} problems`), problemList(problems, showPlace)) : null,
    );
    if (problems.length) told = "This cannot be answered yet";
    const best = whole?.exitCode <= 1 ? whole : now;
    const facts = best?.exitCode <= 1 ? allFacts(best) : [];
    const waiting = queue && best !== whole;
    const variants = new Set(facts.map(({ system }) => system)).size < facts.length;
    heads.update([best, waiting, catalogue.machines, problems.length], () => {
      if (!best) return placeholder();
      if (!problems.length && !facts.length) told = "No machine of these can run it";
      if (!facts.length) return impossible(best, title);
      const text = waiting ? "When will it be done?" : sentence(facts, title);
      told = text;
      if (!waiting && !view.old) speak(text);
      return el(
        "section",
        { id: "numbers", "aria-labelledby": "numbers-h" },
        el("h2", { id: "numbers-h" }, text, whole?.partial && !waiting ? el("span", { class: "narrowing" }, `${number(whole.replicates)} queues so far, narrowing`) : null),
        el("div", { class: facts.length === 1 ? "machinecards one" : "machinecards" }, facts.slice(0, 16).map((one) => card(one, title, whole?.partial ? `${whole.replicates}` : false, variants ? "runs" : "machines", waiting))),
        impossible(best, title),
      );
    });
    const sized = waits?.exitCode <= 1 ? waits : null;
    const all = sized ? mixed(facts, allFacts(sized)) : facts;
    times.update([best, sized, waiting, catalogue.machines], () =>
      facts.length && !waiting && (facts.length > 1 || sized)
        ? section("times", sized ? "With fewer or more nodes" : "When is it done?", item(waitAndRun(all, title)), sized ? el("p", { class: "note" }, `Other sizes: ${number(sized.answer.replicates ?? sized.replicates ?? 0)} simulated queues${sized.partial ? ", more follow" : ""}.`) : null)
        : null,
    );
    scaling.update([curve, best, catalogue.machines], () => {
      const curves = curve?.exitCode <= 1 ? scalingCurves(allFacts(curve), title) : [];
      const memory = memoryBars(facts, title);
      if (!curves.length) return memory ? section("scaling", "Memory", item(memory)) : null;
      return section("scaling", "How it scales", arranged([...curves, ...(memory ? [memory] : [])], item), el("p", { class: "note" }, "Without waits. Efficiency is the work of a node-hour, relative to the fewest nodes here."));
    });
    costs.update([best, catalogue.machines], () => {
      const why = [...new Map(facts.filter(({ access }) => access).map((one) => [one.system, `${title(one.system)}: ${one.access.mode ?? "none"}, ${one.access.reason}.`])).values()];
      return facts.length ? section("costs", "What it costs", item(costTable(facts, title)), why.length ? el("p", { class: "note lines" }, `Access modes. ${why.join("\n")}`) : null) : null;
    });
    basis.update([best, waiting], () => (facts.length ? notes(best) : null));
  }

  /** The form of the answer, before there is one. */
  function placeholder() {
    const none = { mid: null, low: null, high: null };
    const empty = { nodes: null, gpus: null, wait: none, run: none, end: none, billed: null, access: null, memory: null, energy: null, co2e: null, submissions: 1 };
    const blank = el("div", { class: "machinecards one" }, card(empty, title, false, "machines", true));
    return el("section", { id: "numbers", "aria-hidden": "true" }, el("h2", {}, "When will it be done?"), blank);
  }

  /** The chosen size from the whole answer, the other sizes from the one with few queues. */
  function mixed(chosen, others) {
    const has = (one) => chosen.some((own) => own.system === one.system && own.nodes === one.nodes);
    const systems = [...new Set(chosen.map(({ system }) => system))];
    return systems.flatMap((system) => [...chosen, ...others.filter((one) => !has(one))].filter((one) => one.system === system));
  }

  function notes({ answer, remarks }) {
    const software = [...new Set(allFacts({ answer }).map((one) => one.software).filter(Boolean))];
    const runs = (answer.runs ?? []).filter(({ rules }) => rules);
    const rules = [...new Set(runs.map((run) => run.rules))].map((one) => {
      const machines = [...new Set(runs.filter((run) => run.rules === one).map(({ system }) => title(system)))];
      return `Scheduler${machines.length < new Set(runs.map(({ system }) => system)).size ? ` of ${machines.join(", ")}` : ""}: ${one}.`;
    });
    const lines = [answer.background, ...(software.length ? [`Software assumed: ${software.join("; ")}.`] : []), ...rules, ...remarks].filter((line) => typeof line === "string" && line.trim());
    return section("basis", "What this rests on", el("ul", { class: "notes" }, lines.map((line) => el("li", {}, line.trim().replace(/\n +/g, "\n")))));
  }

  return { box, show, get told() { return told; } };
}
