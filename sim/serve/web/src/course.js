// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { parseDocument } from "yaml";
import { makeEditor } from "./editor.js";
import { problemList, problemsOf } from "./problems.js";

/** The rows of a CSV text with a head, as objects. */
function rowsOf(text) {
  const cells = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    cells.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ",") cells.push([]);
  }
  const [head, ...rows] = cells.filter((row) => row.length > 1);
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
}

/** Exercises: a task, the scenario to change, and a check of what it answers. */
export function courseTab({ door, catalogue }) {
  const choose = el("select", { onchange: () => take(choose.value) });
  const task = el("div", { class: "task" });
  const verdict = el("div", { class: "verdict", role: "status", "aria-live": "polite" });
  const editor = makeEditor({ schema: catalogue.schema, label: "The scenario of the exercise, as YAML", change: () => {} });
  const check = el("button", { type: "button", class: "main", onclick: () => grade() }, "Check");
  const place = el("div", { hidden: true }, el("label", {}, "Exercise ", choose), task, editor.box, check, verdict);
  const wait = el("p", { class: "status" }, "Reading the exercises …");
  const box = el("section", { "aria-labelledby": "course-h" }, el("h2", { id: "course-h" }, "Course"), wait, place);
  let running = null;
  let wanted = "";

  const say = (...parts) => verdict.replaceChildren(...parts);

  async function open() {
    if (choose.childElementCount) return wanted ? choice(wanted) : undefined;
    const list = await door.ask({ command: "init", list: true, format: "csv" });
    const exercises = typeof list.answer === "string" ? rowsOf(list.answer).filter(({ folder }) => folder === "courses") : [];
    if (!exercises.length) return void (wait.textContent = problemsOf(list)[0]?.message ?? "This program has no exercises.");
    choose.replaceChildren(...exercises.map(({ template, question }) => el("option", { value: template }, question || template)));
    [wait.hidden, place.hidden] = [true, false];
    await choice(exercises.some(({ template }) => template === wanted) ? wanted : exercises[0].template);
  }

  /** Shows one exercise, as a teacher's link names it. */
  async function choice(template) {
    wanted = "";
    choose.value = template;
    await take(template);
  }

  async function take(template) {
    running?.abort();
    say();
    const text = await door.ask({ command: "init", template, out: "-" });
    if (typeof text.answer !== "string") return say(problemList(problemsOf(text)));
    editor.set(text.answer.replace(/^# yaml-language-server:.*\n/, ""));
    editor.mark([]);
    const exercise = parseDocument(text.answer).toJS()?.exercise ?? {};
    task.replaceChildren(
      el("p", {}, exercise.task ?? ""),
      ...(exercise.hint ? [el("details", {}, el("summary", {}, "Hint"), el("p", {}, exercise.hint))] : []),
    );
  }

  async function grade() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const line = el("p", { class: "status" }, "Simulating …");
    say(line);
    try {
      const question = { command: "check", scenario: [{ yaml: editor.text, name: "exercise.yaml" }], run: true };
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
  return { box, open, want: (template) => (wanted = template), get link() { return `#course=${choose.value}`; } };
}
