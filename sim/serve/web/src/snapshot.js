// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { amount, number } from "../../../report/web/src/format.js";
import { cards, section } from "../../../report/web/src/items.js";
import { problemList, problemsOf } from "./problems.js";
import { forecast } from "./questions.js";
import { paint } from "./slot.js";
import { field } from "./fields.js";

// What a server takes in one question, which is a third larger as text.
const LARGEST = 23 << 20;

async function base64Of(file) {
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(",") + 1);
}

/** A queue that was dropped onto the page: when would a job start in it? It stays in this page and its link has none of it. */
export function makeSnapshot({ state, door }) {
  const box = el("div", { hidden: true });
  const answer = el("div", { "aria-live": "polite" });
  let snapshot = null;
  let running = null;
  const input = (value) => el("input", { type: "text", autocomplete: "off", value });
  const fields = { nodes: input(""), time: input("4:00:00"), partition: input(""), user: input(""), account: input("") };

  async function ask() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const line = el("p", { class: "status", role: "status" }, "Reading the queue and simulating its future …");
    const bar = el("progress", { "aria-label": "Simulated futures" });
    const stop = el("button", { type: "button", class: "save", onclick: () => (running?.abort(), answer.replaceChildren(el("p", { class: "note" }, "Cancelled. Nothing was kept."))) }, "Cancel");
    answer.replaceChildren(el("div", { class: "statusline" }, line, bar, stop));
    let seconds = 0;
    const tell = (text) => (line.textContent = `${text}${seconds > 3 ? ` This takes about ${amount(seconds, "s")}.` : ""}`);
    const request = Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.value.trim()]));
    try {
      const got = await door.ask(forecast(snapshot, request), { signal, onProgress: ({ what, done, all }) => all && (([bar.max, bar.value] = [all, done]), tell(`${what}: ${number(done)} of ${number(all)}.`)), onEstimate: (known) => ((seconds = known), tell("Simulating the future of the queue.")) });
      if (signal.aborted) return;
      if (got.exitCode > 1 || !got.answer?.sections) return answer.replaceChildren(problemList(problemsOf(got)));
      const page = got.answer;
      answer.replaceChildren(
        ...(page.cards?.length ? [cards(page.cards)] : []),
        ...(page.lead ?? []).map((text) => el("p", { class: "note" }, text)),
        ...page.sections.map((one, i) => section(one, `snapshot-${i}`)),
      );
      paint();
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }

  function close() {
    running?.abort();
    snapshot = null;
    box.hidden = true;
    box.replaceChildren();
  }

  async function take(file) {
    box.hidden = false;
    const name = el("span", {}, file.name);
    box.replaceChildren(
      el(
        "section",
        { id: "snapshot", "aria-labelledby": "snapshot-h" },
        el("h2", { id: "snapshot-h" }, "In your own queue: ", name),
        el("p", { class: "note" }, "The file stays in this page: the program reads it, keeps nothing, and the link does not have it."),
        el("form", { class: "inline", onsubmit: (event) => (event.preventDefault(), ask()) }, field("Nodes", fields.nodes), field("Time limit", fields.time), field("Partition", fields.partition), field("User", fields.user), field("Account", fields.account), el("button", { class: "main" }, "Forecast the start"), el("button", { type: "button", onclick: close }, "Remove")),
        answer,
      ),
    );
    fields.nodes.value = String(state.job.nodes ?? 1);
    answer.replaceChildren();
    box.scrollIntoView({ block: "nearest" });
    if (file.size > LARGEST) return answer.replaceChildren(problemList([{ message: `The file has ${amount(file.size, "B")}; at most ${amount(LARGEST, "B")} can be sent.` }]));
    snapshot = { base64: await base64Of(file), name: file.name };
    await ask();
  }
  return { box, take };
}
