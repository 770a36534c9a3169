// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from "yaml";
import { el } from "../../../report/web/src/dom.js";
import { makeEditor } from "./editor.js";
import { exercises } from "./exercises.js";
import { problemList, problemsOf } from "./problems.js";

/** The machine of some exercises lies beside them; from the page its path starts at the shipped data. */
const withShippedMachine = (text) => text.replace(/^(system:\s*)\.\/cluster\//m, "$1scenarios/courses/cluster/");

/** Exercises: a task, the scenario to change, and a check of what it answers. */
export function courseTab({ door, catalogue }) {
  const choose = el("select", { onchange: () => take(choose.value) });
  const task = el("div", { class: "task" });
  const verdict = el("div", { class: "verdict", role: "status", "aria-live": "polite" });
  const editor = makeEditor({ schema: catalogue.schema, label: "The scenario of the exercise, as YAML", change: () => {} });
  const check = el("button", { type: "button", class: "main", onclick: () => grade() }, "Check");
  const known = exercises.map((one) => ({ ...one, document: parseDocument(one.text).toJS() }));
  const box = el("section", { "aria-labelledby": "course-h" }, el("h2", { id: "course-h" }, "Course"), el("label", {}, "Exercise ", choose), task, editor.box, check, verdict);
  let running = null;

  const say = (...parts) => verdict.replaceChildren(...parts);
  choose.append(...known.map(({ name, document }) => el("option", { value: name }, document.title)));

  /** Shows an exercise, as a teacher's link names it. */
  function take(name) {
    const one = known.find((candidate) => candidate.name === name);
    if (!one) return;
    running?.abort();
    say();
    choose.value = name;
    editor.set(one.text);
    editor.mark([]);
    const { task: words, hint } = one.document.exercise;
    task.replaceChildren(el("p", {}, words), el("details", {}, el("summary", {}, "Hint"), el("p", {}, hint)));
  }
  take(known[0].name);

  async function grade() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const line = el("p", { class: "status" }, "Simulating …");
    say(line);
    try {
      const question = { command: "check", scenario: [{ yaml: withShippedMachine(editor.text), name: `${choose.value}.yaml` }], run: true };
      const answer = await door.ask(question, { signal, onProgress: ({ what, done, all }) => all && (line.textContent = `${what}: ${done} of ${all} …`) });
      if (signal.aborted) return;
      editor.mark(answer.problems);
      const told = typeof answer.answer === "string" ? answer.answer.trim() : "";
      say(
        el("p", { class: answer.exitCode === 0 ? "good" : "warn" }, answer.exitCode === 0 ? "Solved." : answer.exitCode === 1 ? "Not yet." : "This cannot be checked."),
        told ? el("pre", { tabindex: 0 }, told) : "",
        answer.problems.length ? problemList(answer.problems, (one) => editor.show(one)) : "",
      );
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }
  return { box, open: () => editor.set(editor.text), take, get link() { return `#course=${choose.value}`; } };
}
