// SPDX-License-Identifier: Apache-2.0
import { el, visible } from "../../../report/web/src/dom.js";
import { saveButton } from "../../../report/web/src/download.js";
import { makeEditor } from "./editor.js";
import { allFacts } from "./facts.js";
import { problemList, problemsOf } from "./problems.js";
import { commandLine, proposal } from "./questions.js";
import { jobScript } from "./script.js";
import { copied } from "./tabs.js";

/** The scenario as YAML: what is written there is the state of the form. */
export function yamlTab({ state, catalogue }) {
  const editor = makeEditor({ schema: catalogue.schema, label: "The scenario, as YAML", change: (text) => state.setText(text, "editor") });
  const wrong = el("div", {});
  const box = el("section", { "aria-labelledby": "yaml-h" }, el("h2", { id: "yaml-h" }, "The scenario"), editor.box, wrong, saveButton("Save as scenario.yaml", "scenario.yaml", "text/yaml", () => state.text));
  state.listen((origin) => origin !== "editor" && editor.set(state.text));
  editor.set(state.text);
  return {
    box,
    show: (problem) => editor.show(problem),
    /** Problems of the latest answer, at their lines. */
    problems(list) {
      editor.mark(list);
      wrong.replaceChildren(...(list.length ? [problemList(list, (one) => editor.show(one))] : []));
    },
  };
}

export function commandTab({ state }) {
  const line = copied("The command line");
  const box = el("section", { "aria-labelledby": "command-h" }, el("h2", { id: "command-h" }, "On the command line"), el("p", { class: "note" }, "Save the YAML as scenario.yaml, then:"), line.box);
  return { box, open: () => line.set(commandLine(state)) };
}

export function scriptTab({ state, catalogue, view }) {
  const place = el("div", {});
  const box = el("section", { "aria-labelledby": "sbatch-h" }, el("h2", { id: "sbatch-h" }, "As a job script"), place);
  const open = () => {
    const { whole, now } = view();
    const facts = allFacts(whole?.exitCode <= 1 ? whole : now?.exitCode <= 1 ? now : null);
    const first = [...new Map(facts.map((one) => [one.system, one])).values()];
    place.replaceChildren(
      ...(first.length ? first : [null]).map((one) => {
        const script = jobScript(state, one);
        const text = copied("The job script");
        text.set(script ?? "");
        const none = one ? "This scheduler is a policy for teaching, which reads no options of sbatch." : "The script has the options of the answer, and there is none yet.";
        return el("div", {}, one && first.length > 1 ? el("h3", {}, catalogue.titleOf(one.system)) : null, script === null ? el("p", { class: "note" }, none) : text.box);
      }),
      el("p", { class: "note" }, "Account, modules and the program's own command are yours to fill in. `clustersim advise` says what such a script costs and what a smaller request would change."),
    );
  };
  return { box, open };
}

export function proposalTab({ state, door }) {
  const place = el("div", {});
  const box = el("section", { "aria-labelledby": "proposal-h" }, el("h2", { id: "proposal-h" }, "Text for a proposal"), place);
  let running = null;
  const open = async () => {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const line = el("p", { class: "status", role: "status" }, "Planning the project …");
    place.replaceChildren(line);
    try {
      const answer = await door.ask(proposal(state), { signal, onProgress: ({ what, done, all }) => all && (line.textContent = `${what}: ${done} of ${all} …`) });
      if (signal.aborted) return;
      if (answer.exitCode > 1 || typeof answer.answer !== "string") return place.replaceChildren(problemList(problemsOf(answer)));
      const text = copied("The compute section of a proposal, in Markdown");
      text.set(visible(answer.answer));
      place.replaceChildren(el("p", { class: "note" }, "The compute section, in Markdown. One run of this scenario is the project; `clustersim allocate` plans projects of several stages."), text.box);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  };
  return { box, open };
}
