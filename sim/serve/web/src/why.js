// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { section } from "../../../report/web/src/items.js";
import { problemList, problemsOf } from "./problems.js";
import { hasQueue, why } from "./questions.js";
import { paint } from "./slot.js";

// The sections of a report that explain a wait, in the order in which they are read here.
const EXPLAINING = ["Priority", "Queue", "Waits", "Placement on the fabric"];

/** "Why does it wait there?": the queue with the job in it, asked for when it is opened. */
export function makeWhy({ state, door }) {
  const inside = el("div", { class: "inside" });
  const box = el("details", { id: "why", class: "fold" }, el("summary", {}, "Why does it wait there? The queue, with your job in it"), inside);
  let running = null;
  let shown = "";

  const say = (...parts) => inside.replaceChildren(...parts);

  async function ask() {
    running?.abort();
    if (!box.open) return;
    if (!hasQueue(state)) return say(el("p", { class: "note" }, "The queue is empty, so the job starts at once. Choose a queue in the form."));
    const question = why(state);
    const key = JSON.stringify(question);
    if (key === shown) return;
    running = new AbortController();
    const { signal } = running;
    const line = el("p", { class: "status", role: "status" }, "Simulating the queue and recording it …");
    say(line);
    try {
      const answer = await door.ask(question, {
        signal,
        onProgress: ({ what, done, all }) => all && (line.textContent = `${what}: ${done} of ${all} …`),
      });
      const report = answer.answer;
      if (answer.exitCode > 1 || !report?.sections) return say(problemList(problemsOf(answer)));
      shown = key;
      const found = EXPLAINING.flatMap((title) => report.sections.filter((one) => one.title === title));
      say(...(report.lead ?? []).map((text) => el("p", { class: "note" }, text)), ...found.map((one, i) => section(one, `why-${i}`)));
      if (!found.length) say(el("p", { class: "note" }, "The job did not wait in any simulated queue."));
      paint();
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }

  box.addEventListener("toggle", ask);
  let timer = 0;
  state.listen(() => {
    if (!box.open) return;
    running?.abort();
    clearTimeout(timer);
    timer = setTimeout(ask, 1500);
  });
  return box;
}
